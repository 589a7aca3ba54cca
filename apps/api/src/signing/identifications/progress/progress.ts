import { toE164 } from '@countersign/contract/e164.ts'
import type { FailureCode, Identification } from '../identification.ts'

/** What an account brings to its identifications; of a guest it is with each. */
export interface HoldersOwn {
  readonly firstName: string
  readonly lastName: string
  readonly mobile: string | null
  readonly termsAcceptedAt: Date | null
}

export interface IdentificationProgress {
  readonly status: 'initialized' | 'inprogress' | 'activatingQES' | 'success' | 'failure'
  readonly failure: {
    readonly code: FailureCode | 'expired' | 'means_changed'
    readonly isRetryable: boolean
  } | null
  /** Begun, and not at its end. */
  readonly isOngoing: boolean
  /** What activatingQES waits for. */
  readonly missing: ('terms' | 'mobile')[]
}

/** How an identification stands for its holder. Null as `own`: a guest’s. */
export function progressOf(one: Identification, own: HoldersOwn | null, now: Date): IdentificationProgress {
  if (one.status === 'failure') return ended(one.failure ?? { code: 'provider_failed', isRetryable: true })
  if (one.status !== 'success')
    return ongoing(one.status === 'initialized' ? 'initialized' : 'inprogress', [])
  if (one.validUntil !== null && one.validUntil <= now) return ended({ code: 'expired', isRetryable: true })
  if (hasOtherMeans(one, own)) return ended({ code: 'means_changed', isRetryable: true })
  const missing: IdentificationProgress['missing'] = [
    ...(termsOf(one, own) === null ? (['terms'] as const) : []),
    ...(mobileOf(one, own) === null ? (['mobile'] as const) : []),
  ]
  if (missing.length > 0) return ongoing('activatingQES', missing)
  return { status: 'success', failure: null, isOngoing: false, missing }
}

/** The trust service said so, or the account’s number is another than the one that was proved. */
export function hasOtherMeans(one: Identification, own: HoldersOwn | null): boolean {
  if (one.meansChangedAt !== null) return true
  return own !== null && isOtherNumber(one.evidence?.mobile ?? null, own.mobile)
}

/** `own` is in E.164. What was proved is as it was written then: earlier releases kept a trunk zero. */
export function isOtherNumber(proved: string | null, own: string | null): boolean {
  return proved !== null && own !== null && (toE164(proved) ?? proved) !== own
}

export function termsOf(one: Identification, own: HoldersOwn | null): Date | null {
  return own ? own.termsAcceptedAt : one.termsAcceptedAt
}

/** The number signatures are approved with: the proved one, or where none was proved, the one that was given. */
export function mobileOf(one: Identification, own: HoldersOwn | null): string | null {
  return one.evidence?.mobile ?? (own ? own.mobile : one.person.mobile)
}

function ongoing(
  status: IdentificationProgress['status'],
  missing: IdentificationProgress['missing'],
): IdentificationProgress {
  return { status, failure: null, isOngoing: true, missing }
}

function ended(failure: NonNullable<IdentificationProgress['failure']>): IdentificationProgress {
  return { status: 'failure', failure, isOngoing: false, missing: [] }
}
