import type { User } from '@countersign/contract/account-shapes.ts'
import { analyticsProfile, type GuidedBusiness, isGuided } from './audience.ts'
import type { Guidance } from './port.ts'

export interface Visit {
  readonly user: User | null
  readonly business: GuidedBusiness | null
}

/**
 * Starts the tool when someone is to be guided and ends it when that stops. Call it whenever a page is shown: each
 * time the person is named again, or the visitor is said to be nobody.
 */
export function followGuidance(guidance: Guidance): (visit: Visit) => Promise<void> {
  let running = false
  let last: Promise<void> = Promise.resolve()

  const follow = async ({ user, business }: Visit): Promise<void> => {
    if (!isGuided(user, business)) {
      // Who signs out while the tool runs is anonymous to it before it goes.
      if (running && !user) guidance.anonymous()
      if (running) guidance.destroy()
      running = false
      return
    }
    if (!running) await guidance.start()
    running = true
    if (user) guidance.identify(analyticsProfile(user, business))
    guidance.reload()
  }
  // One after the other: a tool that is still loading is not ended before it began.
  return (visit) => (last = last.then(() => follow(visit)))
}
