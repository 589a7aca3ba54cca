import { getUsage } from '@countersign/contract/usage.ts'
import * as calls from '@countersign/contract/subscriptions.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { atProvider, enterCard } from '#api/testing/billing/payer-page.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { recordAtOnce } from '#api/testing/billing/record-at-once.ts'
import { reportUsage } from './report-usage.ts'

let api: TestApi
let owner: ReturnType<typeof connect>
beforeAll(async () => {
  api = await startTestApi({ billing: 'chargebee' })
  owner = connect(api.connection, 'owner', 1, () => {})
  await owner.query(`UPDATE plans SET included = included || '{"ses": 1}' WHERE name = 'individual'`)
})
afterEach(() => fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' }))
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

/** Someone whose plan includes one signature a month, and who has signed so many. */
async function aSignerOf(signatures: number) {
  const person = await api.person({ firstName: 'Anna' })
  const id = await aBusiness(api, { admins: [person] })
  const params = { id }
  const action = await api.call(calls.createSetupIntent, { params, body: { country: 'CH' } }, person.as)
  const choice = { plan: 'individual', cycle: 'month', amountSeats: 1, currency: 'CHF' } as const
  const body = { ...choice, setupReference: await enterCard(api, action), billing: { country: 'CH' } }
  await api.call(calls.upgradeBusiness, { params, body }, person.as)
  for (let made = 0; made < signatures; made += 1) await signOne(person)
  await expect.poll(() => used(id, person)).toBe(signatures)
  return { id, person, customer: await customerOf(id) }
}

async function signOne(person: Person): Promise<void> {
  const { id } = await aSignatureRequest(api, { owner: person, signers: [{ email: person.email }] })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, person.as)
}
async function used(id: string, { as }: Person): Promise<number> {
  return (await api.call(getUsage, { params: { id } }, as)).signatures.ses.used
}
async function customerOf(id: string): Promise<string> {
  const { rows } = await owner.query('SELECT customer_id FROM business_billing WHERE business_id = $1', [id])
  return (rows[0] as { customer_id: string }).customer_id
}
const chargedTo = async (customer: string) => (await atProvider(api, customer)).usages.length

test('what is beyond the included is charged once each, also when it is told again', async () => {
  const { id, customer } = await aSignerOf(3)
  await reportUsage(api.context)
  expect(await chargedTo(customer)).toBe(2)
  // As after a crash between the provider's answer and our note of it.
  await owner.query('UPDATE signature_usage SET reported_at = NULL WHERE business_id = $1', [id])
  await Promise.all([reportUsage(api.context), reportUsage(api.context)])
  expect(await chargedTo(customer)).toBe(2)
})

test('of two signatures at once that take the last included one, one is charged', async () => {
  const { id } = await aSignerOf(0)
  await recordAtOnce(api, owner, await memberOf(id))
  const { rows } = await owner.query(
    'SELECT extra FROM signature_usage WHERE business_id = $1 ORDER BY extra',
    [id],
  )
  expect(rows).toEqual([{ extra: false }, { extra: true }])
})

async function memberOf(id: string): Promise<string> {
  const { rows } = await owner.query('SELECT account_id FROM business_members WHERE business_id = $1', [id])
  return (rows[0] as { account_id: string }).account_id
}

test('an answer that is lost, and a provider that is down: told later, and charged once', async () => {
  const { customer } = await aSignerOf(2)
  await api.fault('chargebee', 'timeout_after_effect', 1)
  await reportUsage(api.context)
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  const untold = async () => {
    await reportUsage(api.context)
    return (await owner.query('SELECT 1 FROM signature_usage WHERE extra AND reported_at IS NULL')).rows
  }
  await expect.poll(untold, { interval: 500 }).toEqual([])
  expect(await chargedTo(customer)).toBe(1)
})

test('what no plan can be charged with is shown to the operator, and does not hold the others up', async () => {
  const [ended, other] = [await aSignerOf(2), await aSignerOf(2)]
  await owner.query('UPDATE subscriptions SET live = false WHERE business_id = $1', [ended.id])
  await reportUsage(api.context)
  expect(await chargedTo(ended.customer)).toBe(0)
  expect(await chargedTo(other.customer)).toBe(1)
  const problems = async () =>
    (await owner.query('SELECT kind FROM billing_problems WHERE business_id = $1', [ended.id])).rows
  expect(await problems()).toEqual([{ kind: 'usage_not_charged' }])
  await owner.query('UPDATE subscriptions SET live = true WHERE business_id = $1', [ended.id])
  await owner.query('UPDATE signature_usage SET report_after = NULL WHERE business_id = $1', [ended.id])
  await reportUsage(api.context)
  expect(await chargedTo(ended.customer)).toBe(1)
  expect(await problems()).toEqual([])
})

test('what nothing can be charged with any longer, as the business was deleted, is not tried again and again', async () => {
  const { id, customer } = await aSignerOf(2)
  await owner.query('UPDATE subscriptions SET live = false WHERE business_id = $1', [id])
  await reportUsage(api.context)
  await owner.query('UPDATE businesses SET deleted_at = now() WHERE id = $1', [id])
  await owner.query('UPDATE signature_usage SET report_after = NULL WHERE business_id = $1', [id])
  await reportUsage(api.context)
  const waiting = 'SELECT 1 FROM signature_usage WHERE business_id = $1 AND extra AND reported_at IS NULL'
  expect((await owner.query(waiting, [id])).rows).toEqual([])
  expect((await owner.query('SELECT 1 FROM billing_problems WHERE business_id = $1', [id])).rows).toEqual([])
  expect(await chargedTo(customer)).toBe(0)
})
