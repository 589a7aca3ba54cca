import { reportUsage } from '#api/billing/usage/report-usage.ts'
import { sweepBilling } from '#api/billing/subscriptions/sync/sweep-billing.ts'
import { actions, buy } from './actions.ts'
import { checkBooks } from './check-books.ts'
import type { Payer } from './payer.ts'
import { type Random, seeded } from '../random.ts'
import type { Stage } from './stage.ts'
import { mishaps, ProcessDied } from './unreliable-provider.ts'

const length = 6
const hour = 3_600_000
// Until failed syncs have their turn again; until no bank is waited for any longer.
const waits = [hour / 3, hour / 3, 24 * hour, hour]

/**
 * Random actions of admins, jobs, webhooks and failures on one business, then everything that repairs it. Returns what
 * is wrong afterwards; a sequence that couldn't be completed is wrong too.
 */
export async function runSequence(stage: Stage, payer: Payer, seed: number): Promise<string[]> {
  try {
    return await run(stage, payer, seed)
  } catch (error) {
    stage.provider.disarm()
    await clearFaults(stage)
    return [(error as Error).stack ?? String(error)]
  }
}

async function run(stage: Stage, payer: Payer, seed: number): Promise<string[]> {
  const random = seeded(seed)
  // Of a business that never buys there are no books.
  if (random.chance(0.85)) await buy(stage, payer, random)
  for (let step = 0; step < length; step += 1) {
    if (random.chance(0.35)) stage.provider.arm(random.pick(mishaps), random.int(4))
    const both = random.chance(0.15) ? 2 : 1
    const under = Array.from({ length: both }, () => random.pick(actions)(stage, payer, random))
    for (const { reason } of (await Promise.allSettled(under)).filter((one) => one.status === 'rejected'))
      if (!isMishap(reason)) throw reason
    stage.provider.disarm()
  }
  await heal(stage, random)
  const wrong = await checkBooks(stage, payer)
  await retire(stage, payer)
  return wrong
}

/** A process that died, or a refusal that a job takes as "try again later". */
const isMishap = (error: unknown) =>
  error instanceof ProcessDied || ['Refusal', 'PaymentFailed'].includes((error as Error).name)

/** The provider answers again; half of the webhooks never came. The rest is left to the sweep. */
async function heal(stage: Stage, random: Random): Promise<void> {
  await clearFaults(stage)
  const { webhooks } = await stage.askProvider<{ webhooks: { held: string[] } }>('')
  const came = random.shuffle(webhooks.held).filter(() => random.chance(0.5))
  await stage.atProvider('webhooks/release', { ids: came })
  for (const wait of waits) {
    await stage.advance(wait)
    await sweepBilling(stage.api.context)
    await reportUsage(stage.api.context)
  }
}

const clearFaults = ({ api }: Stage) => fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })

/** So that those after it do not wait for its renewals and syncs. */
async function retire({ api, owner }: Stage, { id }: Payer): Promise<void> {
  const provider = api.context.payment.forNew
  const { rows } = await owner.query<{ customer_id: string | null }>(
    `UPDATE business_billing SET next_sync_at = '2100-01-01' WHERE business_id = $1 RETURNING customer_id`,
    [id],
  )
  const customerId = rows[0]?.customer_id ?? null
  const state = customerId === null ? null : await provider?.fetchState(customerId)
  for (const one of state?.subscriptions ?? [])
    if (one.endedAt === null) await provider?.cancelNow(one.id, `${one.id}:retired`)
  await owner.query('UPDATE billing_events SET processed_at = now() WHERE processed_at IS NULL')
}
