import { Refusal } from '#api/platform/refusal.ts'
import type { Subscription } from '../billing.ts'

/** So long what a preview showed can be ordered. */
const previewHolds = 3_600_000
/** By so much a provider's clock may be ahead of ours. */
const clockSkew = 60_000

/**
 * From when a change is charged comes back from the browser, and the provider takes any moment of the period: only one that
 * a preview has just named counts. Otherwise seats would cost nothing, and what was used would be refunded.
 */
export function checkProrationDate(
  date: string | null | undefined,
  live: Pick<Subscription, 'periodStart'> | null,
  now: Date,
): void {
  if (!date || !live) return
  const at = Date.parse(date)
  const periodStart = live.periodStart.getTime()
  const earliest = Math.max(now.getTime() - previewHolds, periodStart)
  const latest = Math.max(now.getTime(), periodStart) + clockSkew
  if (at < earliest || at > latest) throw new Refusal('billing.stale')
}
