import { clearProblem, noteProblem } from '#api/billing/subscriptions/problem-repository.ts'
import { isUncertain } from '#api/billing/subscriptions/provider-refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { PaymentFailed } from '#api/providers/payment/port.ts'
import { listToReport, markReported, postpone, type ToReport } from './report-repository.ts'

// A run does no more than this; the next one, a minute later, goes on.
const mostPerRun = 200
const hour = 3_600_000
const problem = 'usage_not_charged'

/**
 * Tells the provider of the signatures beyond the included. Each has its signing's id there too: a process that dies before
 * it has noted that tells again, and the provider charges it once.
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

async function report(context: Context, one: ToReport): Promise<'reported' | 'away' | 'refused'> {
  const { signingId: id, customerId, quality, subscription } = one
  const provider = context.payment.named(one.provider)
  if (!subscription || !provider) return refused(context, one, 'there is no plan to charge it with')
  const { id: subscriptionId, currency, periodStart } = subscription
  // What is told late is charged in the period that runs: the one before has its invoice.
  const at = one.at < periodStart ? periodStart : one.at
  try {
    await provider.recordUsage({ id, customerId, subscriptionId, quality, currency, at })
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error
    context.log.warn({ signingId: id, failure: error.code, reason: error.reason }, 'usage was not reported')
    return isUncertain(error) ? 'away' : refused(context, one, error.reason)
  }
  await markReported(context.db, id, context.now())
  await transaction(context.db, (tx) => clearProblem(tx, one.businessId, problem))
  return 'reported'
}

/** The operator sees it (`npm run business -- billing`), and it is tried again each hour. */
async function refused(context: Context, one: ToReport, reason: string): Promise<'refused'> {
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
