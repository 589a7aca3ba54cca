import { updateBusinessSettings } from '@countersign/contract/businesses.ts'
import { activateRetention } from '@countersign/contract/retention.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { MailDeferred, MailRejected, type OutgoingMail } from '#api/providers/mail/port.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { markForRetry } from '#api/mail/repository.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { applyRetention } from '#api/signing/retention/apply-retention.ts'
import { applySignature } from '#api/signing/signing/apply-signature.ts'
import { sendMail } from './send-mail.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
}, 60_000)
afterAll(() => api?.stop())

test('an email whose process was killed before it was noted as sent comes again under the same Message-ID, and no other has it', async () => {
  const owner = await api.person({ firstName: 'Anna' })
  const [ben, carla] = ['ben.again@example.org', 'carla.once@example.org']
  await aSignatureRequest(api, { owner, signers: [{ email: ben }, { email: carla }] })
  const { pool } = api.context
  const { rows } = await pool.query<{ id: string; recipient: string; input: object }>(
    'SELECT id, recipient, input FROM mails WHERE recipient = ANY($1) ORDER BY recipient',
    [[ben, carla]],
  )
  for (const { id } of rows) await sendMail(api.context, id)
  const first = await api.inbox.next(ben)
  const [mail] = rows
  await pool.query(`UPDATE mails SET state = 'pending', sent_at = NULL, input = $2 WHERE id = $1`, [
    mail?.id,
    mail?.input,
  ])
  await sendMail(api.context, mail?.id ?? '')
  const second = await api.inbox.next(ben)
  expect(second.id).not.toBe(first.id)
  expect(second.messageId).toMatch(/^<.+@.+>$/)
  expect(second).toMatchObject({ messageId: first.messageId, subject: first.subject, text: first.text })
  expect((await api.inbox.next(carla)).messageId).not.toBe(first.messageId)
})

test('only a link that opens a request without signing in is called personal', async () => {
  const owner = await api.person({ firstName: 'Anna' })
  const ben = await api.person({ firstName: 'Ben' })
  const carla = 'carla.by.link@example.org'
  await aSignatureRequest(api, { owner, signers: [{ email: ben.email }, { email: carla }] })
  const { rows } = await api.context.pool.query<{ id: string }>(
    "SELECT id FROM mails WHERE kind = 'invitation' AND recipient = ANY($1)",
    [[ben.email, carla]],
  )
  for (const { id } of rows) await sendMail(api.context, id)
  const warning = /anyone who has it can act in your name/
  expect((await api.inbox.next(carla)).text).toMatch(warning)
  const toBen = await api.inbox.next(ben.email, /requested your signature/)
  expect(toBen.text).not.toMatch(warning)
  expect(toBen.text).toContain('Don’t know the sender?')
})

/** An invitation that waits, and what the audit log and the queue say about it. */
async function anInvitation(recipient: string) {
  const owner = await api.person({ firstName: 'Anna' })
  const request = await aSignatureRequest(api, { owner, signers: [{ email: recipient }] })
  const { pool } = api.context
  const [mail] = (await pool.query<{ id: string }>('SELECT id FROM mails WHERE recipient = $1', [recipient]))
    .rows
  const state = async () => {
    const events = await pool.query<{ type: string }>(
      `SELECT type FROM evidence_events WHERE request_id = $1 AND type LIKE '%invitation_%'`,
      [request.id],
    )
    const mails = await pool.query<{ state: string; attempts: number }>(
      'SELECT state, attempts FROM mails WHERE id = $1',
      [mail?.id],
    )
    const told = await pool.query(`SELECT 1 FROM mails WHERE kind = 'mail_failed' AND request_id = $1`, [
      request.id,
    ])
    return { events: events.rows.map(({ type }) => type), mail: mails.rows[0], told: told.rowCount }
  }
  return { id: mail?.id ?? '', state }
}
const once = { events: ['invitation_sent'], mail: { state: 'sent', attempts: 1 }, told: 0 }

test('an email that two workers send at the same time is sent once for the audit log', async () => {
  const { id, state } = await anInvitation('dora.twice@example.org')
  await Promise.all([sendMail(api.context, id), sendMail(api.context, id)])
  expect(await state()).toEqual(once)
})

test('an email that one worker sends and another can’t is sent', async () => {
  const { id, state } = await anInvitation('emil.once@example.org')
  const sent = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const refused = async () => {
    begun.resolve()
    await sent.promise
    throw new MailRejected('emil.once@example.org', 'No such mailbox')
  }
  const late = sendMail({ ...api.context, mailer: { ...api.context.mailer, send: refused } }, id)
  await begun.promise
  await sendMail(api.context, id)
  sent.resolve()
  await late
  expect(await state()).toEqual(once)
})

test('an email waits through nine tries that fail; at the tenth it is given up, and the sender is told', async () => {
  const recipient = 'gina.away@example.org'
  const { id, state } = await anInvitation(recipient)
  const sendBy = (error: Error) => {
    const send = async () => {
      throw error
    }
    return sendMail({ ...api.context, mailer: { ...api.context.mailer, send } }, id)
  }
  const reason = async () => {
    const { rows } = await api.context.pool.query('SELECT last_error FROM mails WHERE id = $1', [id])
    return rows[0]?.last_error as string
  }
  // What goes wrong inside is not for people.
  await expect(sendBy(new Error('no room in /var'))).rejects.toThrow('no room')
  expect(await reason()).toBe('The mail could not be written')
  const away = new MailDeferred(recipient, 'Try again later')
  for (let tries = 2; tries < 10; tries += 1) await expect(sendBy(away)).rejects.toThrow('Try again later')
  expect(await state()).toEqual({ events: [], mail: { state: 'pending', attempts: 9 }, told: 0 })
  await sendBy(away)
  expect(await state()).toEqual({
    events: ['invitation_failed'],
    mail: { state: 'failed', attempts: 10 },
    told: 1,
  })
  expect(await reason()).toContain('Try again later')
  // Retried by an operator, it has all its tries again.
  await transaction(api.context.db, (tx) => markForRetry(tx, [id]))
  await expect(sendBy(away)).rejects.toThrow('Try again later')
  expect((await state()).mail).toEqual({ state: 'pending', attempts: 1 })
})

test('a sender whose own mailbox refuses an email is not told so by another email', async () => {
  const { id, state } = await anInvitation('hugo.once@example.org')
  const { pool } = api.context
  const refused = async ({ to }: { to: string }) => {
    throw new MailRejected(to, 'No such mailbox')
  }
  const context = { ...api.context, mailer: { ...api.context.mailer, send: refused } }
  await sendMail(context, id)
  expect((await state()).told).toBe(1)
  const { rows } = await pool.query<{ id: string }>(
    `SELECT told.id FROM mails told JOIN mails failed USING (request_id) WHERE told.kind = 'mail_failed' AND failed.id = $1`,
    [id],
  )
  await sendMail(context, rows[0]?.id ?? '')
  expect((await state()).told).toBe(1)
})

test('a copy whose files can’t be read for some minutes goes out with its link alone', async () => {
  const owner = await api.person({ firstName: 'Anna' })
  const recipient = 'ida.copy@example.org'
  const { id: requestId } = await aSignatureRequest(api, { owner, signers: [{ email: recipient }] })
  const attach = { signedDocument: true, signatureProtocol: false }
  const input = { recipientName: 'Ida', title: 'Rental contract', signers: ['Ida'], attach }
  const mail = { kind: 'signed_copy', recipient, language: 'en', requestId, input } as const
  await transaction(api.context.db, (tx) => enqueueMail(api.context, tx, mail))
  const { rows } = await api.context.pool.query<{ id: string }>(
    "SELECT id FROM mails WHERE request_id = $1 AND kind = 'signed_copy'",
    [requestId],
  )
  const read = () => Promise.reject(new Error('the store is away'))
  const documentStore = { ...api.context.documentStore, read }
  const send = () => sendMail({ ...api.context, documentStore }, rows[0]?.id ?? '')
  for (let tries = 1; tries < 6; tries += 1) await expect(send()).rejects.toThrow('the store is away')
  await send()
  const { attachments, links } = await api.inbox.next(recipient)
  expect(attachments.filter(({ contentType }) => contentType === 'application/pdf')).toEqual([])
  expect(links).not.toEqual([])
})

test('an email that is given up after the content of its request was deleted keeps nothing of it', async () => {
  const owner = await api.person({ firstName: 'Anna' })
  await api.call(activateRetention, { body: { days: 30, terminal_state: false } }, owner.as)
  const request = await aSignatureRequest(api, { owner, signers: [{ email: 'fritz.gone@example.org' }] })
  // People are told a week ahead.
  for (const days of [31, 40])
    await applyRetention({ ...api.context, now: () => new Date(Date.now() + days * 86_400_000) })
  const { pool } = api.context
  const mails = async (state: string) =>
    (
      await pool.query<{ id: string; input: object }>(
        'SELECT id, input FROM mails WHERE request_id = $1 AND state = $2',
        [request.id, state],
      )
    ).rows
  const refused = async ({ to }: { to: string }) => {
    throw new MailRejected(to, 'No such mailbox')
  }
  const context = { ...api.context, mailer: { ...api.context.mailer, send: refused } }
  expect(await mails('pending')).not.toEqual([])
  for (let waiting = await mails('pending'); waiting.length > 0; waiting = await mails('pending'))
    for (const { id } of waiting) await sendMail(context, id)
  expect((await mails('failed')).filter(({ input }) => 'encrypted' in input)).toEqual([])
})

test('an email with files waits while a mailbox is full, and goes out without them before it is given up', async () => {
  const [anna, ben] = [await api.person({ firstName: 'Anna' }), await api.person({ firstName: 'Ben' })]
  const business = await aBusiness(api, { admins: [anna] })
  const enabled = { enabled: true, customisable: false }
  const settings = { mailService: { attachments: { signedDocument: enabled, signatureProtocol: enabled } } }
  await api.call(updateBusinessSettings, { params: { id: business }, body: { settings } }, anna.as)
  const { id } = await aSignatureRequest(api, { owner: anna, signers: [{ email: ben.email }] })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, ben.as)
  const { pool } = api.context
  const signings = await pool.query<{ id: string }>('SELECT id FROM signings WHERE request_id = $1', [id])
  for (const signing of signings.rows) await applySignature(api.context, signing.id)
  const find = async () =>
    (
      await pool.query<{ id: string; state: string; attempts: number }>(
        "SELECT id, state, attempts FROM mails WHERE request_id = $1 AND recipient = $2 AND kind = 'signed_copy'",
        [id, ben.email],
      )
    ).rows[0]
  const mailId = (await find())?.id ?? ''
  const taken: OutgoingMail[] = []
  const send = async (mail: OutgoingMail) => {
    if (mail.attachments?.some(({ contentType }) => contentType === 'application/pdf'))
      throw new MailDeferred(mail.to, '552 5.2.2 Mailbox full', { isMailboxFull: true })
    taken.push(mail)
  }
  const context = { ...api.context, mailer: { ...api.context.mailer, send } }
  for (let attempt = 1; attempt < 6; attempt += 1)
    await expect(sendMail(context, mailId)).rejects.toThrow('Mailbox full')
  expect([taken, await find()]).toMatchObject([[], { state: 'pending', attempts: 5 }])
  await sendMail(context, mailId)
  expect([taken.length, await find()]).toMatchObject([1, { state: 'sent' }])
})
