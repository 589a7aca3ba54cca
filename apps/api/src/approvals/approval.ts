// An approval is what a signer gives before a signature of weight is made, for one signature or several at once.

export type ApprovalStatus = 'OPEN' | 'GIVEN' | 'FAILED'

/** The rules of a code (design 4.4). */
export const tanRules = {
  digits: 6,
  validFor: 8 * 60_000,
  attempts: 5,
  resends: 3,
  /** Between two times it is sent. */
  pause: 120_000,
} as const

/** How long a request is kept for one signer whose digests are out; renewed while their step is open. */
export const leaseFor = 10 * 60_000
