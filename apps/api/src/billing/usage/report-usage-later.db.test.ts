import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#api/platform/db/transaction.ts'
import { buyWith } from '#api/testing/billing-sequences/acts.ts'
import { aPayer } from '#api/testing/billing-sequences/payer.ts'
import { seeded } from '#api/testing/billing-sequences/random.ts'
import { openStage, type Stage } from '#api/testing/billing-sequences/stage.ts'
import type { Mishap } from '#api/testing/billing-sequences/unreliable-provider.ts'
import { recordUsage } from './record-usage.ts'
import { reportUsage } from './report-usage.ts'

// Stripe forgets the identifier of a meter event after a day.
const days = (count: number) => count * 86_400_000

let stage: Stage
beforeAll(async () => {
  stage = await openStage('stripe')
}, 60_000)
afterAll(() => stage?.stop())

/** Somebody who pays for each signature, and has signed so many at once. */
async function aSignerOf(signatures: number) {
  const payer = await aPayer(stage)
  await buyWith(stage, payer, seeded(1), 'accepted')
  const { context } = stage.api
  for (let made = 0; made < signatures; made += 1)
    await transaction(context.db, (tx) =>
      recordUsage(context, tx, {
        signingId: crypto.randomUUID(),
        ownerId: payer.accountId,
        quality: 'SES',
      }),
    )
  const { rows } = await stage.owner.query<{ customer_id: string }>(
    'SELECT customer_id FROM business_billing WHERE business_id = $1',
    [payer.id],
  )
  return rows[0]?.customer_id ?? ''
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
