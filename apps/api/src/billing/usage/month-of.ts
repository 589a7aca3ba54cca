/**
 * The beginning of the month of a subscription that now is in: signatures are charged month by month, also under a plan that
 * is paid by the year. A month begins on the day of the period's, or on its own last day where it is shorter
 * (docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function monthOf(periodStart: Date, now: Date): Date {
  const since =
    (now.getUTCFullYear() - periodStart.getUTCFullYear()) * 12 + now.getUTCMonth() - periodStart.getUTCMonth()
  const month = monthsAfter(periodStart, since)
  const begun = month <= now ? month : monthsAfter(periodStart, since - 1)
  // Where the clocks differ, the period has just begun.
  return begun < periodStart ? periodStart : begun
}

function monthsAfter(start: Date, months: number): Date {
  const at = new Date(start)
  at.setUTCDate(1)
  at.setUTCMonth(start.getUTCMonth() + months)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(start.getUTCDate(), last))
  return at
}
