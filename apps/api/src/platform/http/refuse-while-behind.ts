import { Refusal } from '#api/platform/refusal.ts'

/**
 * Refuses a call while the event loop is behind by more than its limit (milliseconds). Where no delay was measured, the
 * measurement says infinity: its own timer was late, or this is the first instant after a start. That is no reason to refuse
 * everybody.
 */
export async function refuseWhileBehind(delay: number | undefined): Promise<void> {
  if (delay !== undefined && Number.isFinite(delay)) throw new Refusal('service.saturated', { retryAfter: 1 })
}
