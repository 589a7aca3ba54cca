import type { Legislation } from '@countersign/contract/values.ts'
import { passportLetters, passportSpellings } from '#api/platform/values/passport-letters.ts'
// Proving who one is: initialized → inprogress → (review) → success | failure (design 4.6). A success counts for five
// years or until the document ends that was shown, and as long as the means of approval is the same.

export type Status = 'initialized' | 'inprogress' | 'review' | 'success' | 'failure'
export type Method = 'video' | 'robo' | 'autoident' | 'id-austria' | 'loc' | 'external-sc'
export type ProviderName = 'srs' | 'intrum' | 'id-austria'
export type FailureCode =
  | 'cancelled'
  | 'aborted'
  | 'document_rejected'
  | 'document_expired'
  | 'not_identified'
  | 'fraud_suspected'
  | 'level_too_low'
  | 'timed_out'
  | 'provider_failed'

export interface Failure {
  readonly code: FailureCode
  readonly isRetryable: boolean
}

/** Whom we take them for. */
export interface PersonDetails {
  readonly givenName: string
  readonly surname: string
  /** E.164; null where the provider wants none. */
  readonly mobile: string | null
}

export interface Evidence {
  readonly evidenceId: string
  readonly level: 'QES' | 'AES'
  readonly givenName: string
  readonly surname: string
  readonly birthDate: string | null
  readonly country: string | null
  readonly mobile: string | null
  readonly document: {
    readonly kind: 'passport' | 'identity_card' | 'residence_permit' | 'driving_licence' | 'eid' | 'other'
    readonly number: string | null
    readonly country: string
    readonly expiresAt: string | null
  }
  readonly approvalSerialNumber: string | null
  readonly identifiedAt: string
}

/** Whose it is: an account’s, or a guest’s, who proves it for one signature. */
export type Holder =
  | { readonly kind: 'account'; readonly accountId: string; readonly email: string }
  | {
      readonly kind: 'guest'
      readonly requestId: string
      readonly signatureId: string
      readonly memberId: string | null
      readonly email: string
    }

export interface Identification {
  readonly id: string
  readonly holder: Holder
  readonly language: 'en' | 'de' | 'fr' | 'it'
  readonly legislation: Legislation
  readonly method: Method
  readonly provider: ProviderName
  readonly reference: string | null
  readonly identUrl: string | null
  readonly returnUrl: string
  readonly pageExpiresAt: Date | null
  readonly status: Status
  readonly failure: Failure | null
  readonly person: PersonDetails
  readonly evidence: Evidence | null
  readonly termsAcceptedAt: Date | null
  readonly meansChangedAt: Date | null
  readonly paidBy: string | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly validUntil: Date | null
  readonly polledAt: Date | null
  readonly polls: number
}

/** What a guest’s signature was before it was delegated is another person’s: their email is part of it. */
export function holderKey(holder: Holder): string {
  return holder.kind === 'account'
    ? `account:${holder.accountId}`
    : `guest:${holder.memberId ?? holder.signatureId}:${holder.email}`
}

// From each state, the states an update may lead to. What came late, or twice, leads nowhere: nothing goes back.
const transitions: Record<Status, readonly Status[]> = {
  initialized: ['inprogress', 'review', 'success', 'failure'],
  inprogress: ['review', 'success', 'failure'],
  review: ['success', 'failure'],
  success: [],
  failure: [],
}

export function mayBecome(from: Status, to: Status): boolean {
  return transitions[from].includes(to)
}

/** Those that an update may still change. */
export const running = ['initialized', 'inprogress', 'review'] as const satisfies readonly Status[]

export function isRunning(status: Status): boolean {
  return transitions[status].length > 0
}

/** Five years, or the end of the last day on which the document is good, whichever is first. */
export function validUntil(evidence: Evidence): Date {
  const end = new Date(evidence.identifiedAt)
  end.setUTCFullYear(end.getUTCFullYear() + 5)
  const { expiresAt } = evidence.document
  if (expiresAt === null) return end
  const documentEnds = new Date(`${expiresAt}T23:59:59.999Z`)
  return documentEnds < end ? documentEnds : end
}

/** Two spellings of one name: as in a passport’s lines, in capitals, with and without accents, hyphens, apostrophes or spaces. */
export function isSameName(one: string, other: string): boolean {
  return passportSpellings.some((spelling) => {
    const lettersOf = (name: string) => passportLetters(name, spelling).replaceAll(/[^\p{L}]/gu, '')
    return lettersOf(one) === lettersOf(other)
  })
}
