import { clearProblem, noteProblem } from '#api/billing/subscriptions/sync/problem-repository.ts'
import { isUncertain } from '#api/billing/subscriptions/provider-refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { type CountUsage, PaymentFailed, type PaymentProvider } from '#api/providers/payment/port.ts'
import { monthOf } from './month-of.ts'
import {
  countReported,
  listToReport,
  listToWriteOff,
  markReported,
  markReportAttempt,
  postpone,
  type ToReport,
} from './report-repository.ts'

// A run does no more than this; the next one, a minute later, continues.
const mostPerRun = 200
const minute = 60_000
const hour = 60 * minute
const problem = 'usage_not_charged'

/**
 * Tells the provider of the signatures beyond the included. Each has its signing's id there too: a process that dies before
 * it has noted that tells again, and the provider charges it once; one that forgets ids is asked first what it has counted.
 * What is for a provider that is no longer configured waits, untried, until it is again.
 */
export async function reportUsage(context: Context): Promise<number> {
  await writeOff(context)
  const configured = context.payment.all().map(({ name }) => name)
  if (configured.length === 0) return 0
  const away = new Set<string>()
  let reported = 0
  for (const one of await listToReport(context.db, context.now(), mostPerRun, configured)) {
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
  if (!provider) return 'away'
  if (!subscription) return refused(context, one, 'there is no plan to charge it with')
  const { id: subscriptionId, currency, periodStart } = subscription
  try {
    const at = await timeToReport(context, provider, one, periodStart)
    if (at) await provider.recordUsage({ id, customerId, subscriptionId, quality, currency, at })
  } catch (error) {
    return failed(context, one, error)
  }
  await settle(context, one)
  return 'reported'
}

async function settle(
  context: Context,
  { signingId, businessId }: Pick<ToReport, 'signingId' | 'businessId'>,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await markReported(tx, signingId, context.now())
    await clearProblem(tx, businessId, problem)
  })
}

/**
 * When the signature counts, for the provider; null where the provider has counted it, although its answer was lost. While
 * the provider remembers the id, the report is repeated as it was.
 */
async function timeToReport(
  context: Context,
  { usageMemory }: PaymentProvider,
  one: ToReport,
  periodStart: Date,
): Promise<Date | null> {
  const now = context.now()
  if (one.attempt) {
    if (usageMemory.kind === 'for ever') return one.attempt.for
    if (now.getTime() < one.attempt.at.getTime() + usageMemory.milliseconds) return one.attempt.for
    if (await isCounted(context, usageMemory.count, one, one.attempt.for)) return null
  }
  // A late report is charged in the current month: the one before has its invoice.
  const month = monthOf(periodStart, now)
  const at = one.at < month ? month : one.at
  await markReportAttempt(context.db, one.signingId, { at: now, for: at })
  return at
}

/**
 * Whether the provider has counted one more than we know of. Signatures of the same minute are the same on an invoice, so it
 * does not matter which of them it has.
 */
async function isCounted(
  context: Context,
  countThere: CountUsage,
  { businessId, customerId, quality }: ToReport,
  at: Date,
): Promise<boolean> {
  const from = new Date(Math.floor(at.getTime() / minute) * minute)
  const to = new Date(from.getTime() + minute)
  const there = await countThere({ customerId, quality, from, to })
  return there > (await countReported(context.db, { businessId, quality, from, to }))
}

async function failed(context: Context, one: ToReport, error: unknown): Promise<Outcome> {
  if (!(error instanceof PaymentFailed)) throw error
  const { code: failure, reason } = error
  context.log.warn({ signingId: one.signingId, failure, reason }, 'usage was not reported')
  if (isUncertain(error)) return 'away'
  if (!one.attempt) await markReportAttempt(context.db, one.signingId, null)
  return refused(context, one, reason)
}

/** A deleted business never has a plan again: nothing can charge it, so it waits no longer. */
async function writeOff(context: Context): Promise<void> {
  for (const one of await listToWriteOff(context.db, mostPerRun)) {
    context.log.error(one, 'usage of a deleted business is never charged')
    await settle(context, one)
  }
}

/** The operator sees it (`countersign business billing`), and it is tried again each hour. */
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
