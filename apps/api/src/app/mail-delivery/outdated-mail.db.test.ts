import * as requests from '@countersign/contract/signature-requests.ts'
import { activateRetention, deactivateRetention } from '@countersign/contract/retention.ts'
import { addObserver, removeObserver } from '@countersign/contract/observers.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFigures } from '#api/app/metrics/figures.ts'
import { markForRetry } from '#api/mail/repository.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { MailDeferred, MailRejected } from '#api/providers/mail/port.ts'
import { applyRetention } from '#api/signing/retention/apply-retention.ts'
import { changeRetentions } from '#api/signing/retention/change-retentions.ts'
import { expireRequests } from '#api/signing/signature-requests/ending/expire-requests.ts'
import { applySignature } from '#api/signing/signing/apply-signature.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { lookInto, orderOf, someEmail } from '#api/testing/request-actions.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { aGroupRequest, asMember } from '#api/testing/signer-group.ts'
import { sendMail } from './send-mail.ts'

let api: TestApi
let ben: Person
let anna: Person
let dora: Person
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
  dora = await api.person({ firstName: 'Dora' })
}, 60_000)
afterAll(() => api?.stop())

const mailTo = async (requestId: string, recipient: string, kind: string) =>
  (
    await api.context.pool.query<{ id: string; state: string; input: object }>(
      'SELECT id, state, input FROM mails WHERE request_id = $1 AND recipient = $2 AND kind = $3',
      [requestId, recipient, kind],
    )
  ).rows[0] ?? { id: '', state: 'none', input: {} }
const dropped = { state: 'failed', input: {} }
const typesOf = async (id: string) =>
  (await api.call(requests.getEvents, { params: { id } }, ben.as)).items.map(({ type }) => type)
const deliveryOf = async (id: string) =>
  (await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)).signatures[0]?.delivery
const withdraw = (id: string) =>
  api.call(requests.withdrawSignatureRequest, { params: { id }, body: {} }, ben.as)
const sendBy = (send: () => Promise<never>, mailId: string) =>
  sendMail({ ...api.context, mailer: { ...api.context.mailer, send } }, mailId)
async function signAs(id: string, { as }: Person): Promise<void> {
  await api.call(sign, orderOf(id), as)
  const { rows } = await api.context.pool.query<{ id: string }>(
    "SELECT id FROM signings WHERE request_id = $1 AND status = 'OPEN'",
    [id],
  )
  for (const signing of rows) await applySignature(api.context, signing.id)
}

test('an invitation that the mail server deferred does not go out once the request is withdrawn', async () => {
  const email = someEmail()
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  const invitation = await mailTo(id, email, 'invitation')
  const deferred = () => Promise.reject(new MailDeferred(email, 'Try again later'))
  await expect(sendBy(deferred, invitation.id)).rejects.toThrow('Try again later')
  expect(await deliveryOf(id)).toMatchObject({ state: 'pending' })
  await withdraw(id)
  await sendMail(api.context, invitation.id)
  expect(await mailTo(id, email, 'invitation')).toMatchObject(dropped)
  expect((await typesOf(id)).at(-1)).toBe('withdrawn')
  expect(await deliveryOf(id)).toBeNull()
  // That it was withdrawn still goes out.
  await sendMail(api.context, (await mailTo(id, email, 'withdrawn')).id)
  expect((await api.inbox.next(email)).subject).toContain('withdrawn')
})

test('an invitation that failed is not sent again once the request has ended', async () => {
  const email = someEmail()
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  const invitation = await mailTo(id, email, 'invitation')
  await sendBy(() => Promise.reject(new MailRejected(email, 'No such mailbox')), invitation.id).catch(
    () => {},
  )
  await withdraw(id)
  expect(await transaction(api.context.db, (tx) => markForRetry(tx, [invitation.id]))).toHaveLength(1)
  await sendMail(api.context, invitation.id)
  expect(await mailTo(id, email, 'invitation')).toMatchObject(dropped)
  expect((await typesOf(id)).at(-1)).toBe('withdrawn')
})

test('an invitation that failed is not sent again once someone else is asked to sign instead', async () => {
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const invitation = await mailTo(id, anna.email, 'invitation')
  const rejected = () => Promise.reject(new MailRejected(anna.email, 'No such mailbox'))
  await sendBy(rejected, invitation.id).catch(() => {})
  const body = { email: dora.email }
  await api.call(requests.delegateSignature, { params: { id }, body }, anna.as)
  expect(await transaction(api.context.db, (tx) => markForRetry(tx, [invitation.id]))).toEqual([])
  await sendMail(api.context, (await mailTo(id, dora.email, 'invitation')).id)
  expect(await mailTo(id, dora.email, 'invitation')).toMatchObject({ state: 'sent' })
})

test('an email that is no longer needed is not counted as failed', async () => {
  const failed = async () => {
    await api.context.pool.query('DELETE FROM installation_figures')
    return (await openFigures(api.context).quick()).emailsFailed
  }
  const before = await failed()
  const [gone, full] = [someEmail(), someEmail()]
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email: gone }, { email: full }] })
  const rejected = () => Promise.reject(new MailRejected(full, 'No such mailbox'))
  await sendBy(rejected, (await mailTo(id, full, 'invitation')).id).catch(() => {})
  expect(await failed()).toBe(before + 1)
  await withdraw(id)
  await sendMail(api.context, (await mailTo(id, gone, 'invitation')).id)
  expect(await mailTo(id, gone, 'invitation')).toMatchObject(dropped)
  expect(await failed()).toBe(before + 1)
})

test('no reminder goes out to someone who has signed, nor to the others of their group', async () => {
  const members = [asMember(anna), asMember(dora)]
  const signers = [{ email: someEmail() }]
  const { request, sid } = await aGroupRequest(api, { owner: ben, members, signers })
  const { id } = request
  for (const { email } of [anna, dora])
    await sendMail(api.context, (await mailTo(id, email, 'invitation')).id)
  await api.call(requests.remindSigners, { params: { id }, body: { signatureIds: [sid] } }, ben.as)
  await signAs(id, anna)
  for (const { email } of [anna, dora]) {
    await sendMail(api.context, (await mailTo(id, email, 'reminder')).id)
    expect(await mailTo(id, email, 'reminder')).toMatchObject(dropped)
  }
  expect(await deliveryOf(id)).toBeNull()
  const { rows } = await api.context.pool.query(
    'SELECT DISTINCT delivery_state FROM signature_members WHERE request_id = $1',
    [id],
  )
  expect(rows).toEqual([{ delivery_state: null }])
})

test('a correction is still sent to an observer of a request that has ended, but not to its signers', async () => {
  const [signer, observer] = [someEmail(), someEmail('observer')]
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email: signer }] })
  await api.call(addObserver, { params: { id }, body: { email: observer } }, ben.as)
  const body = { message: 'By Friday, please' }
  await api.call(requests.updateSignatureRequest, { params: { id }, body }, ben.as)
  await withdraw(id)
  for (const email of [signer, observer]) await sendMail(api.context, (await mailTo(id, email, 'changed')).id)
  expect(await mailTo(id, signer, 'changed')).toMatchObject(dropped)
  expect(await mailTo(id, observer, 'changed')).toMatchObject({ state: 'sent' })
})

test('an observer who was removed gets no email that was still to be sent: not that of a mistyped address, and no signed file', async () => {
  const [wrong, right] = [someEmail('wrong'), someEmail('right')]
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  for (const email of [wrong, right, dora.email])
    await api.call(addObserver, { params: { id }, body: { email } }, ben.as)
  const body = { message: 'By Friday, please' }
  await api.call(requests.updateSignatureRequest, { params: { id }, body }, ben.as)
  await signAs(id, anna)
  for (const obs of [wrong, dora.email]) await api.call(removeObserver, { params: { id, obs } }, ben.as)
  const kinds = ['observer_invited', 'changed', 'signed_copy']
  for (const kind of kinds) {
    for (const email of [wrong, dora.email, right])
      await sendMail(api.context, (await mailTo(id, email, kind)).id)
    for (const email of [wrong, dora.email]) expect(await mailTo(id, email, kind)).toMatchObject(dropped)
    expect(await mailTo(id, right, kind)).toMatchObject({ state: 'sent' })
  }
  for (const { email } of [ben, anna]) {
    const { id: mailId } = await mailTo(id, email, 'signed_copy')
    await sendMail(api.context, mailId)
    expect(await mailTo(id, email, 'signed_copy')).toMatchObject({ state: 'sent' })
  }
  expect(await api.inbox.list(wrong)).toEqual([])
  // An answer reaches the sender, who answers nobody in their own copy.
  expect((await api.inbox.next(anna.email, /^Completed/)).replyTo).toBe(ben.email)
  expect(await api.inbox.next(ben.email, /^Completed/)).not.toHaveProperty('replyTo')
})

test('an observer who was removed is not told how the request ended, and its other observer is', async () => {
  const ends: Record<string, (id: string) => Promise<unknown>> = {
    withdrawn: withdraw,
    declined: (id) =>
      api.call(requests.declineSignatureRequest, { params: { id }, body: { message: 'Too dear' } }, anna.as),
    expired: async (id) => {
      await api.context.pool.query(
        "UPDATE signature_requests SET expires_at = now() - interval '1 minute' WHERE id = $1",
        [id],
      )
      await expireRequests(api.context)
    },
  }
  for (const [kind, end] of Object.entries(ends)) {
    const [wrong, right] = [someEmail('wrong'), someEmail('right')]
    const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
    for (const email of [wrong, right])
      await api.call(addObserver, { params: { id }, body: { email } }, ben.as)
    await end(id)
    await api.call(removeObserver, { params: { id, obs: wrong } }, ben.as)
    for (const email of [wrong, right]) await sendMail(api.context, (await mailTo(id, email, kind)).id)
    expect(await mailTo(id, wrong, kind)).toMatchObject(dropped)
    expect(await mailTo(id, right, kind)).toMatchObject({ state: 'sent' })
  }
})

test('an owner who has another email by now still gets the email that waited', async () => {
  const owner = await api.person({ firstName: 'Otto' })
  const { id } = await aSignatureRequest(api, { owner, signers: [{ email: anna.email }] })
  await api.call(requests.declineSignatureRequest, { params: { id }, body: { message: 'Too dear' } }, anna.as)
  await api.context.pool.query('UPDATE accounts SET email = $1 WHERE email = $2', [
    someEmail('otto'),
    owner.email,
  ])
  await sendMail(api.context, (await mailTo(id, owner.email, 'declined')).id)
  expect(await mailTo(id, owner.email, 'declined')).toMatchObject({ state: 'sent' })
})

test('an observer whose account has another email by now still gets what was written before', async () => {
  const vera = await api.person({ firstName: 'Vera' })
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  await api.call(addObserver, { params: { id }, body: { email: vera.email } }, ben.as)
  const now = someEmail('vera')
  await api.context.pool.query('UPDATE accounts SET email = $1 WHERE email = $2', [now, vera.email])
  await signAs(id, anna)
  await sendMail(api.context, (await mailTo(id, now, 'signed_copy')).id)
  expect(await mailTo(id, now, 'signed_copy')).toMatchObject({ state: 'sent' })
})

test('nobody is told that a request will be deleted once its owner has turned auto-deletion off for it', async () => {
  const owner = await api.person({ firstName: 'Olga' })
  await api.call(activateRetention, { body: { days: 30, terminal_state: false } }, owner.as)
  const { id, retention } = await aSignatureRequest(api, { owner, signers: [{ email: anna.email }] })
  const dayBefore = new Date(Date.parse(retention?.delete_at ?? '') - 20 * 3_600_000)
  await applyRetention({ ...api.context, now: () => dayBefore })
  const accountId = await lookInto(() => api).idOf(owner)
  await api.call(deactivateRetention, { body: { release: true } }, owner.as)
  await changeRetentions(api.context, {
    accountId,
    actor: { kind: 'account', accountId, name: 'Olga', email: owner.email, address: null, userAgent: null },
    change: 'release',
  })
  for (const { email } of [owner, anna]) {
    await sendMail(api.context, (await mailTo(id, email, 'deletion_ahead')).id)
    expect(await mailTo(id, email, 'deletion_ahead')).toMatchObject(dropped)
  }
})
