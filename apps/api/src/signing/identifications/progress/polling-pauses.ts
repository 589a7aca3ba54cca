import type { Identification } from '../identification.ts'

// A provider tells on its own how it stands; what it told may be lost, so it is asked too, at growing pauses.

const seconds = 1000
const hours = 3600 * seconds
const days = 24 * hours
const firstPause = 30 * seconds
const longestPause = 1 * hours
/** A page that waits for the outcome asks so often; we ask the provider no more often than this. */
export const shortestPause = 5 * seconds

// Who is in front of the camera when their page ends may finish; people at the provider look at some for days.
const patience = { initialized: 10 * 60 * seconds, inprogress: 1 * days, review: 30 * days } as const

export function nextAsk(polls: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(firstPause * 2 ** Math.min(polls, 12), longestPause))
}

/** Its time at the provider is over, and nothing more is to be expected. */
export function isOver(one: Identification, now: Date): boolean {
  if (one.status === 'success' || one.status === 'failure') return false
  // ID Austria has no page that one continues with: anyone who is not back by then is not coming.
  const status = one.method === 'id-austria' ? 'initialized' : one.status
  const page = one.pageExpiresAt ?? new Date(one.createdAt.getTime() + 1 * hours)
  return now.getTime() > page.getTime() + patience[status]
}

export function isDue(one: Identification, now: Date): boolean {
  return one.polledAt === null || now.getTime() - one.polledAt.getTime() >= shortestPause
}
