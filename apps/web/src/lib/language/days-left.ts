const day = 86_400_000

/** Whole days until then; on the last one it is 1. */
export function daysLeft(until: string, now = Date.now()): number {
  return Math.max(0, Math.ceil((new Date(until).getTime() - now) / day))
}
