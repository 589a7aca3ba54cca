// A signer gives an approval before an advanced or qualified signature is made, for one signature or several at once.

/** Where someone calls from. */
export interface CallerAddress {
  readonly address: string
  readonly userAgent: string
}

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

/**
 * An approval at a trust service is open so long in all, from when it was begun: each time the way there is opened again
 * its step and its lease are renewed, and one signer could keep a request from all others for ever.
 */
const openFor = 30 * 60_000

export const endOf = ({ created_at: begun }: { readonly created_at: Date }): Date =>
  new Date(begun.getTime() + openFor)

/** What belongs to an approval that waits, such as its lease, is good from now on until then. */
export const waitsUntil = (approval: { readonly created_at: Date }, now: Date): Date =>
  new Date(Math.min(now.getTime() + leaseFor, endOf(approval).getTime()))

/** After it has ended a browser that comes back once more still finds its way for so long. */
export const returnableFor = 24 * 60 * 60_000
