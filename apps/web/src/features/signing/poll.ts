import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'

/** A signing that went on as a job is asked for every second at first, then every five. */
export const oftenFor = 10_000

export function pollDelay(elapsed: number): number {
  return elapsed < oftenFor ? 1000 : 5000
}

export type SigningOutcome =
  | { readonly kind: 'signed' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly error: string }

/** What an answer means. Null: it is still open. An absent status is an error. */
export function outcomeOf(status: SigningStatus | undefined): SigningOutcome | null {
  if (!status) return { kind: 'failed', error: 'signing_failed' }
  if (status.status === 'OPEN') return null
  if (status.status === 'SIGNED') return { kind: 'signed' }
  if (status.status === 'DECLINED') return { kind: 'declined' }
  return { kind: 'failed', error: status.error ?? 'signing_failed' }
}

/** Asks until there is an outcome. Answers that do not come through are asked for again. */
export async function pollUntilDone(options: {
  first: SigningStatus | undefined
  ask: () => Promise<SigningStatus | undefined>
  /** Waits; false when nobody wants to know any more. */
  wait: (milliseconds: number) => Promise<boolean>
  now: () => number
  isPassing: (failure: unknown) => boolean
}): Promise<SigningOutcome | null> {
  const { ask, wait, now, isPassing } = options
  const start = now()
  let outcome = outcomeOf(options.first)
  while (outcome === null) {
    if (!(await wait(pollDelay(now() - start)))) return null
    try {
      outcome = outcomeOf(await ask())
    } catch (failure) {
      if (!isPassing(failure)) throw failure
    }
  }
  return outcome
}
