import { readFileSync } from 'node:fs'
import { getUsage } from '@countersign/contract/usage.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyWith, signTimes } from '#api/testing/sequences/billing/actions.ts'
import { aPayer, customerOf } from '#api/testing/sequences/billing/payer.ts'
import { seeded } from '#api/testing/sequences/random.ts'
import { openStage, type Stage } from '#api/testing/sequences/billing/stage.ts'
import type { Mishap } from '#api/testing/sequences/billing/unreliable-provider.ts'
import { setManual } from '#api/billing/subscriptions/commands/set-manual.ts'
import { reportUsage } from './report-usage.ts'

// Stripe forgets the identifier of a meter event after a day.
const days = (count: number) => count * 86_400_000

let stage: Stage
beforeAll(async () => {
  stage = await openStage('stripe')
})
afterAll(() => stage?.stop())

/** A payer charged for every signature, with this many signatures just made; answers their id at the provider. */
async function aSignerOf(signatures: number): Promise<string> {
  const payer = await aPayer(stage)
  await buyWith(stage, payer, seeded(1), 'accepted')
  await signTimes(stage, payer, signatures)
  return customerOf(stage, payer)
}

/** A report that goes wrong at one of the provider’s calls; then some time. */
async function reportBadly(mishap: Mishap, callsBefore: number, later: number): Promise<void> {
  stage.provider.arm(mishap, callsBefore)
  await reportUsage(stage.api.context).catch((error: Error) => expect(error.name).toBe('ProcessDied'))
  stage.provider.disarm()
  await stage.advance(later)
}
async function reportWell(): Promise<void> {
  await reportUsage(stage.api.context)
  await reportUsage(stage.api.context)
}

test.each([
  ['dies after', days(2)],
  ['lost after', days(2)],
  ['dies before', days(2)],
  ['lost before', days(2)],
  ['dies after', days(40)],
  ['dies after', days(1) - 1_800_000],
] as const)(
  'a signature whose first report %s it has effect is charged once, %i ms later',
  async (mishap, later) => {
    const customer = await aSignerOf(1)
    await reportBadly(mishap, 0, later)
    await reportWell()
    expect(await stage.charged(customer)).toHaveLength(1)
  },
)

test('of several in the same minute, those that arrived are told apart from those that did not by their number', async () => {
  const customer = await aSignerOf(4)
  // The first two are reported; the third arrives without an answer, and the fourth is never told.
  await reportBadly('dies after', 2, days(2))
  await reportWell()
  expect(await stage.charged(customer)).toHaveLength(4)
})

test('a report that was lost is made days later, and found when the answer to that one is lost too', async () => {
  const customer = await aSignerOf(1)
  await reportBadly('lost before', 0, days(2))
  await reportBadly('dies after', 0, days(3))
  await reportWell()
  expect(await stage.charged(customer)).toHaveLength(1)
})

test('a report that comes after the month was invoiced is charged with the next one, also under a plan by the year', async () => {
  const payer = await aPayer(stage)
  await buyWith(stage, payer, seeded(1), 'accepted', 'year')
  await signTimes(stage, payer, 1)
  await stage.advance(days(40))
  await reportWell()
  const customer = await customerOf(stage, payer)
  const { meterEvents } = await stage.askProvider<{ meterEvents: { timestamp: number }[] }>(
    `/state?customer=${customer}`,
  )
  const monthAgo = stage.api.context.now().getTime() / 1000 - 31 * 86_400
  expect(meterEvents).toHaveLength(1)
  expect(meterEvents[0]?.timestamp).toBeGreaterThan(monthAgo)
})

test('signatures beyond the included of a plan by invoice are not charged to the card of a later plan', async () => {
  const payer = await aPayer(stage)
  await setManual(stage.api.context, { plan: 'pro', seats: '3' }, [payer.id])
  await signTimes(stage, payer, 2)
  await setManual(stage.api.context, { off: true }, [payer.id])
  await buyWith(stage, payer, seeded(1), 'accepted')
  await reportWell()
  const customer = await customerOf(stage, payer)
  expect(await stage.charged(customer)).toEqual([])
  await signTimes(stage, payer, 1)
  await reportWell()
  expect(await stage.charged(customer)).toHaveLength(1)
  const { signatures } = await stage.api.call(getUsage, { params: { id: payer.id } }, payer.as)
  expect(signatures.ses).toMatchObject({ used: 3, extra: 3 })
})

test('of what earlier releases left unreported, the migration keeps only what was made under a subscription', async () => {
  const [invoiced, bought] = [await aPayer(stage), await aPayer(stage)]
  await setManual(stage.api.context, { plan: 'pro', seats: '3' }, [invoiced.id])
  await buyWith(stage, bought, seeded(1), 'accepted')
  for (const payer of [invoiced, bought]) await signTimes(stage, payer, 1)
  await stage.owner.query('UPDATE signature_usage SET reported_at = NULL')
  const name = '../../platform/db/migrations/0078-usage-of-plans-by-invoice.sql'
  await stage.owner.query(readFileSync(new URL(name, import.meta.url), 'utf8'))
  const { rows } = await stage.owner.query<{ business_id: string }>(
    'SELECT business_id FROM signature_usage WHERE business_id = ANY($1) AND reported_at IS NULL',
    [[invoiced.id, bought.id]],
  )
  expect(rows).toEqual([{ business_id: bought.id }])
})
