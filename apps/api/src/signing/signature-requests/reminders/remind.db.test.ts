import { updateUser } from '@countersign/contract/accounts.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { remindBeforeExpiry } from './remind-before-expiry.ts'
import { lookInto, orderOf, someEmail } from '#api/testing/request-actions.ts'

let api: TestApi
let anna: Person
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ;[anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
})
afterAll(() => api?.stop())
const { see, keyOf, eventsOf, breaks, told, asGuest, protocolOf } = lookInto(() => api)
afterEach(async () => expect(await breaks()).toEqual([]))

const remind = (id: string, as: string, signatureIds?: string[]) =>
  api.ask(requests.remindSigners, { params: { id }, body: { ...(signatureIds ? { signatureIds } : {}) } }, as)
const sids = (request: SignatureRequest) => request.signatures.map(({ sid }) => sid)
const rewind = (id: string) =>
  api.context.pool.query(
    "UPDATE signatures SET reminded_at = reminded_at - interval '61 minutes' WHERE request_id = $1",
    [id],
  )

test('whose turn it is hears of it again, by the same link, once an hour', async () => {
  const [email, later] = [someEmail(), someEmail()]
  const signers = [
    { email: anna.email },
    { email, language: 'it' as const },
    { email: ben.email },
    { email: someEmail('quiet'), notify: false },
    { email: later, sequence: 2 },
    { email: anna.email, sequence: 1 },
  ]
  const request = await aSignatureRequest(api, { owner: ben, signers })
  const as = await asGuest(email)
  await api.call(sign, orderOf(request.id), anna.as)
  const [first = '', second = '', , quiet = '', waiting = '', again = ''] = sids(request)
  expect(await keyOf(remind(request.id, anna.as))).toBe('not_found')

  const reply = await remind(request.id, ben.as)
  expect(reply.ok && reply.body).toEqual({ reminded: [second, again], tooSoon: [] })
  expect(await asGuest(email, /Promemoria/)).toBe(as)
  expect(await told(request.id, 'reminder')).toEqual([anna.email, email].toSorted())
  const seen = await see(request.id, ben.as)
  const until = seen.ok ? (seen.body.signatures[1]?.remind_again_at ?? '') : ''
  expect(new Date(until).getTime() - Date.now()).toBeGreaterThan(3_500_000)
  const toSigner = await see(request.id, anna.as)
  expect(toSigner.ok && toSigner.body.signatures[1]?.remind_again_at).toBeNull()

  const soon = await remind(request.id, ben.as, [second])
  expect(soon).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
  expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect(await keyOf(remind(request.id, ben.as))).toBe('rate.exceeded')
  // By name, whom the sender wanted no mails for is mailed after all.
  const named = await remind(request.id, ben.as, [second, quiet])
  expect(named.ok && named.body).toEqual({ reminded: [quiet], tooSoon: [second] })
  for (const id of [first, waiting, crypto.randomUUID()]) {
    const wrong = await remind(request.id, ben.as, [second, id])
    expect(wrong.ok ? null : wrong.error.fields).toMatchObject([
      { field: 'signatureIds.1', code: 'not_asked' },
    ])
  }
  await rewind(request.id)
  expect((await remind(request.id, ben.as, [second])).ok).toBe(true)
  const reminders = (await eventsOf(request.id)).filter(({ type }) => type === 'reminded')
  expect(reminders).toMatchObject([
    { actor: { email: ben.email }, data: { signatureIds: [second, again], email: [email, anna.email] } },
    { data: { signatureIds: [quiet] } },
    { data: { signatureIds: [second] } },
  ])
  expect(await protocolOf(request.id, ben.as)).toContain('Reminded')
})

test('of reminders at once each signer gets one', async () => {
  const emails = [someEmail(), someEmail()]
  const request = await aSignatureRequest(api, { owner: ben, signers: emails.map((email) => ({ email })) })
  const [first = '', second = ''] = sids(request)
  await Promise.all([
    remind(request.id, ben.as),
    remind(request.id, ben.as),
    remind(request.id, ben.as, [first]),
    remind(request.id, ben.as, [second]),
  ])
  expect(await told(request.id, 'reminder')).toEqual(emails.toSorted())
})

test('nobody is reminded of a draft, of what is over, or against their choice', async () => {
  const draft = await aDraft(api, { owner: ben, signers: [{ email: anna.email }] })
  expect(await keyOf(remind(draft.id, ben.as))).toBe('request.not_open')
  const quiet = await api.person({ firstName: 'Quirin' })
  await api.call(updateUser, { body: { attributes: { emailNotificationLevel: 'none' } } }, quiet.as)
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: quiet.email }] })
  const reply = await remind(request.id, ben.as)
  expect(reply.ok && reply.body).toEqual({ reminded: [], tooSoon: [] })
  expect(await told(request.id, 'reminder')).toEqual([])
  await api.call(requests.withdrawSignatureRequest, { params: { id: request.id }, body: {} }, ben.as)
  expect(await keyOf(remind(request.id, ben.as))).toBe('request.not_open')
})

const ending = (id: string, days: number) =>
  api.context.pool.query(
    `UPDATE signature_requests SET expires_at = now() + make_interval(secs => $2),
       initiated_at = now() - interval '30 days' WHERE id = $1`,
    [id, days * 86_400],
  )

test('seven and two days before the end anyone who is missing is reminded, once each, however often it is looked', async () => {
  const [asked, other, quiet] = [someEmail(), someEmail(), someEmail()]
  const signers = [
    { email: anna.email },
    { email: asked },
    { email: quiet, notify: false },
    { email: other },
    { email: someEmail('later'), sequence: 2 },
    { email: ben.email, sequence: 1 },
  ]
  const request = await aSignatureRequest(api, { owner: ben, signers })
  await api.call(sign, orderOf(request.id), anna.as)
  const reminded = () => told(request.id, 'reminder')
  const look = () => Promise.all([1, 2, 3].map(() => remindBeforeExpiry(api.context)))
  await ending(request.id, 8)
  await look()
  expect(await reminded()).toEqual([])
  await ending(request.id, 6.9)
  await look()
  await look()
  expect(await reminded()).toEqual([other, asked].toSorted())
  await rewind(request.id)
  await ending(request.id, 1.9)
  await look()
  expect(await reminded()).toHaveLength(4)
  await rewind(request.id)
  await look()
  expect(await reminded()).toHaveLength(4)
  const events = (await eventsOf(request.id)).filter(({ type }) => type === 'reminded')
  expect(events).toMatchObject([
    { actor: { kind: 'system' }, data: { daysBefore: 7 } },
    { actor: { kind: 'system' }, data: { daysBefore: 2 } },
  ])
})

test('with another end the countdown begins again', async () => {
  const email = someEmail()
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  await ending(request.id, 1)
  await remindBeforeExpiry(api.context)
  expect(await told(request.id, 'reminder')).toEqual([email])
  const expiration_date = new Date(Date.now() + 6 * 86_400_000).toISOString()
  await api.call(
    requests.updateSignatureRequest,
    { params: { id: request.id }, body: { expiration_date } },
    ben.as,
  )
  await rewind(request.id)
  await remindBeforeExpiry(api.context)
  expect(await told(request.id, 'reminder')).toEqual([email, email])
})
