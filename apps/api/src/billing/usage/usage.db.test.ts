import * as calls from '@countersign/contract/usage.ts'
import { getUser } from '@countersign/contract/accounts.ts'
import { createSignatureRequest, initiateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAtOnce } from '#api/testing/billing/record-at-once.ts'
import { connect } from '#api/platform/db/connect.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
let owner: ReturnType<typeof connect>
beforeAll(async () => {
  api = await startTestApi({ billing: 'chargebee', environment: { FREE_SIGNATURES: '2' } })
  owner = connect(api.connection, 'owner', 1, () => {})
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

const documents = [{ name: 'Contract.pdf', content: aPdf().toString('base64') }]
const usageOf = ({ as }: Person) => api.call(calls.getOwnUsage, {}, as)
const setPlan = (set: string, values: unknown[]) => owner.query(`UPDATE ${set}`, values)

async function ownRequest(person: Person) {
  const { id } = await aSignatureRequest(api, { owner: person, signers: [{ email: person.email }] })
  return id
}
const signing = (request: string) => ({ body: { signatureRequests: [{ signatureRequestId: request }] } })
async function signed(person: Person, request: string) {
  await api.call(sign, signing(request), person.as)
  await expect.poll(() => isCounted(request)).toBe(true)
}
async function isCounted(request: string): Promise<boolean> {
  const { rows } = await owner.query(
    'SELECT 1 FROM signature_usage u JOIN signings s ON s.id = u.signing_id WHERE s.request_id = $1',
    [request],
  )
  return rows.length === 1
}

test('a free account signs its allowance, then waits for the next month', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const [first, second, third] = [await ownRequest(anna), await ownRequest(anna), await ownRequest(anna)]
  await signed(anna, first)
  expect(await usageOf(anna)).toMatchObject({ plan: 'free_legacy', uploads: true, included: 2, used: 1 })
  await signed(anna, second)
  const exhausted = { error: { key: 'plan.signatures_exhausted', quality: 'ses' } }
  expect(await api.ask(sign, signing(third), anna.as)).toMatchObject(exhausted)
  const draft = await aDraft(api, { owner: anna, signers: [{ email: anna.email }] })
  expect(await api.ask(initiateSignatureRequest, { params: { id: draft.id } }, anna.as)).toMatchObject(
    exhausted,
  )
  await setPlan("signature_usage SET at = at - interval '1 month' WHERE at < $1", [new Date()])
  await signed(anna, third)
  expect(await usageOf(anna)).toMatchObject({ included: 2, used: 1 })
})

test('of two at once that take the last signature one is refused', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const requests = [await ownRequest(ben), await ownRequest(ben), await ownRequest(ben)]
  await signed(ben, requests.pop() ?? '')
  const replies = await Promise.all(requests.map((id) => api.ask(sign, signing(id), ben.as)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
})

test('the signer pays nothing: what others asked for counts for them', async () => {
  const [carl, dora] = [await api.person({ firstName: 'Carl' }), await api.person({ firstName: 'Dora' })]
  const { id } = await aSignatureRequest(api, { owner: carl, signers: [{ email: dora.email }] })
  await signed(dora, id)
  expect((await usageOf(dora)).used).toBe(0)
  expect((await usageOf(carl)).used).toBe(1)
})

test('the new free plan signs and does not upload', async () => {
  const emil = await api.person({ firstName: 'Emil' })
  await setPlan('accounts SET free_migration_offered_at = now() WHERE email = $1', [emil.email])
  expect(await usageOf(emil)).toMatchObject({ plan: 'free_legacy', uploads: true, migration: true })
  const taken = await api.call(calls.acceptFreeMigration, {}, emil.as)
  expect(taken).toMatchObject({ plan: 'free_new', uploads: false, migration: false })
  expect((await api.call(getUser, {}, emil.as)).freePlan).toMatchObject({ type: 'free_new', uploads: false })
  const body = { title: 'Contract', documents }
  expect(await api.ask(createSignatureRequest, { body }, emil.as)).toMatchObject({
    error: { key: 'plan.not_included', feature: 'uploads' },
  })
  expect(await api.ask(calls.acceptFreeMigration, {}, emil.as)).toMatchObject({ status: 404 })
})

test('a business whose trial is over signs for others only, and its own requests wait', async () => {
  const [fay, gus] = [await api.person({ firstName: 'Fay' }), await api.person({ firstName: 'Gus' })]
  const id = await aBusiness(api, { admins: [fay] })
  const request = await aSignatureRequest(api, { owner: fay, signers: [{ email: 'guest@example.com' }] })
  const others = await aSignatureRequest(api, { owner: gus, signers: [{ email: fay.email }] })
  const guest = guestOf(linkIn(await api.inbox.next('guest@example.com')))
  const usage = await api.call(calls.getUsage, { params: { id } }, fay.as)
  expect(usage).toMatchObject({ seats: { total: null, used: 1 }, signatures: { ses: { used: 0 } } })
  await setPlan('business_billing SET trial_ends_at = now() WHERE business_id = $1', [id])
  const byGuest = {
    body: { signatureRequests: [{ signatureRequestId: request.id, signingName: 'Gast Muster' }] },
  }
  const refused = { error: { key: 'business.payment_required' } }
  expect(await api.ask(createSignatureRequest, { body: { title: 'Next', documents } }, fay.as)).toMatchObject(
    refused,
  )
  expect(await api.ask(signDirect, byGuest, guest.as)).toMatchObject(refused)
  await signed(fay, others.id)
})

test('what a plan charges beyond the included is told apart', async () => {
  const hal = await api.person({ firstName: 'Hal' })
  const id = await aBusiness(api, { admins: [hal] })
  await api.call(calls.getUsage, { params: { id } }, hal.as)
  await setPlan(
    "business_billing SET provider = 'MANUAL', manual_plan = 'enterprise', manual_name = 'ent-hal', manual_seats = 1 WHERE business_id = $1",
    [id],
  )
  const plan = 'plans SET included = included || \'{"ses": 1}\', charges_extra = true WHERE name = $1'
  await setPlan(plan, ['enterprise'])
  for (const request of [await ownRequest(hal), await ownRequest(hal)]) await signed(hal, request)
  const { signatures, months } = await api.call(calls.getUsage, { params: { id } }, hal.as)
  expect(signatures.ses).toEqual({ included: 1, used: 2, extra: 1 })
  expect(months.at(-1)).toMatchObject({ ses: 2 })
})

test('of two signatures at once that take the last included one of a plan by invoice, one is additional', async () => {
  const ida = await api.person({ firstName: 'Ida' })
  const id = await aBusiness(api, { admins: [ida] })
  await api.call(calls.getUsage, { params: { id } }, ida.as)
  await setPlan(
    "business_billing SET provider = 'MANUAL', manual_plan = 'enterprise', manual_name = 'ent-ida', manual_seats = 1 WHERE business_id = $1",
    [id],
  )
  const plan = 'plans SET included = included || \'{"ses": 1}\', charges_extra = true WHERE name = $1'
  await setPlan(plan, ['enterprise'])
  const { id: ownerId } = await api.call(getUser, {}, ida.as)
  await recordAtOnce(api, owner, ownerId)
  const { signatures } = await api.call(calls.getUsage, { params: { id } }, ida.as)
  expect(signatures.ses).toEqual({ included: 1, used: 2, extra: 1 })
})
