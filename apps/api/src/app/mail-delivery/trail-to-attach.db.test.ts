import { createHash } from 'node:crypto'
import { updateBusinessSettings } from '@countersign/contract/businesses.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import { activateRetention } from '@countersign/contract/retention.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutgoingMail } from '#api/providers/mail/port.ts'
import { MailDeferred } from '#api/providers/mail/port.ts'
import { applyRetention } from '#api/signing/retention/apply-retention.ts'
import { applySignature } from '#api/signing/signing/apply-signature.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { lookInto, orderOf } from '#api/testing/request-actions.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { sendMail } from './send-mail.ts'

let api: TestApi
let anna: Person
let dora: Person
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
  anna = await api.person({ firstName: 'Anna' })
  dora = await api.person({ firstName: 'Dora', lang: 'de' })
  const id = await aBusiness(api, { admins: [anna] })
  const attachments = { signatureProtocol: { enabled: true, customisable: false } }
  const body = { settings: { mailService: { attachments } } }
  await api.call(updateBusinessSettings, { params: { id }, body }, anna.as)
}, 60_000)
afterAll(() => api?.stop())
const { eventsOf } = lookInto(() => api)

/** A request of Anna's that Dora has signed, and three observers follow; the emails that say so wait. */
async function aCompletedRequest() {
  const { pool } = api.context
  const { id } = await aSignatureRequest(api, { owner: anna, signers: [{ email: dora.email }] })
  for (const email of ['erik@example.org', 'frida@example.org', 'gerd@example.org'])
    await api.call(addObserver, { params: { id }, body: { email } }, anna.as)
  await api.call(sign, orderOf(id), dora.as)
  const signings = await pool.query<{ id: string }>('SELECT id FROM signings WHERE request_id = $1', [id])
  for (const signing of signings.rows) await applySignature(api.context, signing.id)
  const { rows } = await pool.query<{ id: string; language: string }>(
    "SELECT id, language FROM mails WHERE request_id = $1 AND kind = 'signed_copy' ORDER BY language",
    [id],
  )
  return { id, mails: rows }
}

/** A server that takes every mail, and a timestamp authority that counts what it grants. */
function stage(whenTimestamped: () => Promise<unknown> = async () => {}) {
  const sent: OutgoingMail[] = []
  const counted = { timestamps: 0 }
  const { mailer, timestampAuthority } = api.context
  const context = {
    ...api.context,
    mailer: { ...mailer, send: async (mail: OutgoingMail) => void sent.push(mail) },
    timestampAuthority: {
      ...timestampAuthority,
      timestamp: async (...given: Parameters<typeof timestampAuthority.timestamp>) => {
        counted.timestamps += 1
        await whenTimestamped()
        return timestampAuthority.timestamp(...given)
      },
    },
  }
  const trailOf = ({ attachments = [] }: OutgoingMail) =>
    attachments.find(({ filename }) => filename.endsWith('_protocol.pdf'))?.content ?? Buffer.alloc(0)
  return { context, sent, counted, trailOf }
}

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const keptOf = async (id: string) =>
  (
    await api.context.pool.query<{ language: string }>(
      'SELECT language FROM mailed_audit_trails WHERE request_id = $1 ORDER BY language',
      [id],
    )
  ).rows.map(({ language }) => language)

test('the emails about a completed request bring one audit trail for each language, timestamped once', async () => {
  const { id, mails } = await aCompletedRequest()
  expect(mails.map(({ language }) => language)).toEqual(['de', 'en', 'en', 'en', 'en'])
  const { context, sent, counted, trailOf } = stage()
  await Promise.all(mails.map((mail) => sendMail(context, mail.id)))
  const hashes = sent.map((mail) => hash(trailOf(mail)))
  expect([hashes.length, new Set(hashes).size]).toEqual([5, 2])
  const made = (await eventsOf(id)).filter(({ type }) => type === 'protocol_made')
  expect(made).toHaveLength(2)
  expect(new Set(made.map(({ data }) => data['sha256']))).toEqual(new Set(hashes))
  // Of its signature, and the document timestamp that closes the file.
  expect(counted.timestamps).toBe(2 * 2)
  expect(await keptOf(id)).toEqual([])
})

test('an email that is sent later brings the audit trail that the others have brought', async () => {
  const { id, mails } = await aCompletedRequest()
  const { context, sent, trailOf } = stage()
  const [first, ...others] = mails.filter(({ language }) => language === 'en')
  const deferred = async ({ to }: OutgoingMail) => {
    throw new MailDeferred(to, 'Try again later')
  }
  const away = { ...context, mailer: { ...context.mailer, send: deferred } }
  await expect(sendMail(away, first?.id ?? '')).rejects.toThrow('Try again later')
  for (const mail of others) await sendMail(context, mail.id)
  expect(await keptOf(id)).toEqual(['en'])
  await sendMail(context, first?.id ?? '')
  expect(new Set(sent.map((mail) => hash(trailOf(mail)))).size).toBe(1)
  const made = (await eventsOf(id)).filter(({ type }) => type === 'protocol_made')
  expect(made).toHaveLength(1)
  expect(await keptOf(id)).toEqual([])
})

test('of two processes that make the audit trail at the same time, both send the one that was stored first', async () => {
  const { id, mails } = await aCompletedRequest()
  const other = Buffer.from('%PDF of the other process')
  const { context, sent, trailOf } = stage(() =>
    api.context.pool.query(
      "INSERT INTO mailed_audit_trails (request_id, language, content) VALUES ($1, 'de', $2) ON CONFLICT DO NOTHING",
      [id, other],
    ),
  )
  const german = mails.find(({ language }) => language === 'de')
  await sendMail(context, german?.id ?? '')
  expect(sent.map((mail) => hash(trailOf(mail)))).toEqual([hash(other)])
  expect((await eventsOf(id)).filter(({ type }) => type === 'protocol_made')).toEqual([])
})

test('with the content of a request goes the audit trail that waited for its emails', async () => {
  await api.call(activateRetention, { body: { days: 30, terminal_state: false } }, anna.as)
  const { id, mails } = await aCompletedRequest()
  const { context } = stage()
  await sendMail(context, mails.find(({ language }) => language === 'en')?.id ?? '')
  expect(await keptOf(id)).toEqual(['en'])
  for (const days of [31, 40])
    await applyRetention({ ...api.context, now: () => new Date(Date.now() + days * 86_400_000) })
  expect(await keptOf(id)).toEqual([])
})
