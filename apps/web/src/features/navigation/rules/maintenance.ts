import { paths } from '#web/lib/paths.ts'
import type { Arrival, Decision } from '../visit.ts'

/** 1. A maintenance in progress that lets nobody work: everybody waits on its page, except the operators. */
export function maintenance(arrival: Arrival): Decision | null {
  const { blockedByMaintenance, bypassesMaintenance, path } = arrival
  if (!blockedByMaintenance || bypassesMaintenance || path === paths.maintenance()) return null
  return { kind: 'redirect', to: paths.maintenance() }
}
