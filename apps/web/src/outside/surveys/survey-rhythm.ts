/** A survey is asked of nobody in their first month, and of nobody twice in a quarter. */
const day = 24 * 60 * 60 * 1000
const settledIn = 30 * day
const between = 90 * day

export interface SurveyHistory {
  /** When this browser first saw the person signed in, as milliseconds since 1970. */
  readonly firstSeen: number
  readonly lastAsked: number | null
}

export function isSurveyDue({ firstSeen, lastAsked }: SurveyHistory, now: number): boolean {
  return now - firstSeen >= settledIn && (lastAsked === null || now - lastAsked >= between)
}
