import type { IdentificationEvidence, IdentificationFailure, IdentificationState } from './port.ts'

/** What a provider says of one identification, in our words. */
export interface CaseReading {
  readonly reference: string
  /** Undefined where its status is none that we know. */
  readonly phase: 'initialized' | 'inprogress' | 'review' | 'closed' | undefined
  /** Its result code, once there is one. */
  readonly result: string | undefined
  readonly evidence: IdentificationEvidence | undefined
}

const failures: Readonly<Record<string, IdentificationFailure>> = {
  CANCELED: { code: 'cancelled', isRetryable: true },
  ABORTED: { code: 'aborted', isRetryable: true },
  DOCUMENT_REJECTED: { code: 'document_rejected', isRetryable: true },
  DOCUMENT_EXPIRED: { code: 'document_expired', isRetryable: true },
  NOT_IDENTIFIED: { code: 'not_identified', isRetryable: true },
  FRAUD_SUSPICION_CONFIRMED: { code: 'fraud_suspected', isRetryable: false },
  EXPIRED: { code: 'expired', isRetryable: true },
}
const undecided = new Set(['REVIEW_PENDING', 'FRAUD_SUSPICION_PENDING'])
const successes = new Set(['SUCCESS', 'SUCCESS_DATA_CHANGED'])

/** How it stands. What we do not know counts as initialized: neither a success nor an end is taken from it. */
export function stateOf({ phase, result, evidence }: CaseReading, now: Date): IdentificationState {
  if (phase !== 'closed') return { status: phase ?? 'initialized' }
  if (result === undefined || undecided.has(result)) return { status: 'review' }
  const failure = Object.hasOwn(failures, result) ? failures[result] : undefined
  if (failure) return { status: 'failure', failure }
  if (!successes.has(result) || !evidence || isToCome(evidence, now)) return { status: 'initialized' }
  return hasExpired(evidence, now)
    ? { status: 'failure', failure: { code: 'document_expired', isRetryable: true } }
    : { status: 'success', evidence }
}

/** By so much a provider's clock may differ from ours. */
const clockTolerance = 5 * 60_000

/** It counts for years from then, so a time that is still to come would make it count for longer. */
const isToCome = ({ identifiedAt }: IdentificationEvidence, now: Date): boolean =>
  identifiedAt.getTime() > now.getTime() + clockTolerance

/** A document is good to the end of its last day, wherever that is: twelve hours after it is over in UTC. */
function hasExpired({ document }: IdentificationEvidence, now: Date): boolean {
  if (document.expiresAt === undefined) return false
  return now.getTime() > Date.parse(`${document.expiresAt}T23:59:59Z`) + 12 * 3_600_000
}
