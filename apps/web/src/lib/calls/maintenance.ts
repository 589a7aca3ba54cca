import {
  getStatusSummary,
  type getStatusComponents,
  type StatusSummary,
} from '@countersign/contract/system-status.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { call } from './api.ts'
import { createStore } from '../browser/store.ts'

export type StatusComponents = OutputOf<typeof getStatusComponents>['components']

/** What the operators said last; null while nobody has been asked, or the question went unanswered. */
export const systemStatus = createStore<StatusSummary | null>(null)
/** How each part of the system is; asked for while someone is signed in. */
export const systemComponents = createStore<StatusComponents>([])

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
  const before = isBlocked(systemStatus.get())
  const decideAnew = () => {
    if (isBlocked(systemStatus.get()) !== before) changed()
  }
  readStatus(now).then(decideAnew, decideAnew)
}

export async function readStatus(now = Date.now()): Promise<void> {
  askedAt = now
  try {
    systemStatus.set(await call(getStatusSummary, {}, { background: true }))
  } catch (failure) {
    systemStatus.set(null)
    throw failure
  }
}

export function keepComponents(components: StatusComponents): void {
  systemComponents.set(components)
}
