import { getStatusSummary, type StatusSummary } from '@countersign/contract/system-status.ts'
import { call } from './api.ts'
import { createStore } from './store.ts'

/** What the operators said last; null while nobody has been asked, or the question went unanswered. */
export const systemStatus = createStore<StatusSummary | null>(null)

/** The cookie with which the operators look at the product while nobody else may. */
export const bypassCookie = 'countersign.internal'

const freshFor = 60_000
let askedAt = Number.NEGATIVE_INFINITY

export function isBlocked(status: StatusSummary | null): boolean {
  return status?.maintenances.some(({ blocking, inProgress }) => blocking && inProgress) ?? false
}

/**
 * Asks again when the answer is older than a minute. Nobody waits for it: what is known counts until then, and `changed`
 * is told when the answer blocks what was open, or the other way round. A status that cannot be read blocks nobody.
 */
export function refreshStatus(changed: () => void, now = Date.now()): void {
  if (now - askedAt < freshFor) return
  askedAt = now
  void askStatus().then((differs) => differs && changed())
}

/** Asks, keeps the answer, and says whether it blocks what was open or opens what was blocked. */
export async function askStatus(): Promise<boolean> {
  const before = isBlocked(systemStatus.get())
  try {
    systemStatus.set(await call(getStatusSummary, {}, { background: true }))
  } catch {
    systemStatus.set(null)
  }
  return isBlocked(systemStatus.get()) !== before
}
