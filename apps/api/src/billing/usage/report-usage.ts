import { clearProblem, noteProblem } from '#api/billing/subscriptions/problem-repository.ts'
import { isUncertain } from '#api/billing/subscriptions/provider-refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { PaymentFailed, type PaymentProvider } from '#api/providers/payment/port.ts'
import {
  countReported,
  listToReport,
  markReported,
  markTold,
  postpone,
  type ToReport,
} from './report-repository.ts'

// A run does no more than this; the next one, a minute later, goes on.
const mostPerRun = 200
const hour = 3_600_000
const problem = 'usage_not_charged'

/**
 * Tells the provider of the signatures beyond the included. Each has its signing's id there too: a process that dies before
 * it has noted that tells again, and the provider charges it once; one that forgets ids is asked first what it has counted.
 */
export async function reportUsage(context: Context): Promise<number> {
  if (context.payment.all().length === 0) return 0
  const away = new Set<string>()
  let reported = 0
  for (const one of await listToReport(context.db, context.now(), mostPerRun)) {
    if (away.has(one.provider)) continue
    const outcome = await report(context, one)
    if (outcome === 'reported') reported += 1
    if (outcome === 'away') away.add(one.provider)
  }
  return reported
}

type Outcome = 'reported' | 'away' | 'refused'

async function report(context: Context, one: ToReport): Promise<Outcome> {
  const { signingId: id, customerId, quality, subscription } = one
  const provider = context.payment.named(one.provider)
  if (!subscription || !provider) return refused(context, one, 'there is no plan to charge it with')
  const { id: subscriptionId, currency, periodStart } = subscription
  try {
    const known = one.told && (await findTold(context, provider, one, one.told))
    if (known !== 'recorded') {
      const isAgain = known === 'remembered'
      // What is told late is charged in the period that runs: the one before has its invoice.
      const late = one.at < periodStart ? periodStart : one.at
      const at = isAgain && one.told ? one.told.for : late
      if (!isAgain) await markTold(context.db, id, { at: context.now(), for: at })
      await provider.recordUsage({ id, customerId, subscriptionId, quality, currency, at })
    }
  } catch (error) {
    return failed(context, one, error)
  }
  await markReported(context.db, id, context.now())
  await transaction(context.db, (tx) => clearProblem(tx, one.businessId, problem))
  return 'reported'
}

/**
 * Of a signature that the provider was told of without an answer: it still knows the id, so that it can be told again; or it
 * has counted one more than we know of; or it never heard of it. Those of one minute are the same on an invoice, so it does
 * not matter which of them it has.
 */
async function findTold(
  context: Context,
  { usageMemory }: PaymentProvider,
  { businessId, customerId, quality }: ToReport,
  told: { readonly at: Date; readonly for: Date },
): Promise<'remembered' | 'recorded' | 'unknown'> {
  if (usageMemory.kind === 'for ever') return 'remembered'
  if (context.now().getTime() < told.at.getTime() + usageMemory.milliseconds) return 'remembered'
  const there = await usageMemory.count({ customerId, quality, at: told.for })
  const known = await countReported(context.db, { businessId, quality, at: told.for })
  return there > known ? 'recorded' : 'unknown'
}

async function failed(context: Context, one: ToReport, error: unknown): Promise<Outcome> {
  if (!(error instanceof PaymentFailed)) throw error
  const { code: failure, reason } = error
  context.log.warn({ signingId: one.signingId, failure, reason }, 'usage was not reported')
  if (isUncertain(error)) return 'away'
  if (!one.told) await markTold(context.db, one.signingId, null)
  return refused(context, one, reason)
}

/** The operator sees it (`npm run business -- billing`), and it is tried again each hour. */
async function refused(context: Context, one: ToReport, reason: string): Promise<Outcome> {
  const at = context.now()
  await postpone(context.db, one.signingId, new Date(at.getTime() + hour))
  await transaction(context.db, (tx) =>
    noteProblem(tx, one.businessId, {
      kind: problem,
      details: { signingId: one.signingId, reason },
      at,
    }),
  )
  return 'refused'
}
