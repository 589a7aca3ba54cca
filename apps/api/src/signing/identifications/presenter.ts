import type { IdentInfo, Identification as Shown } from '@countersign/contract/identifications.ts'
import { type Identification, isRunning, isSameName, type Method } from './identification.ts'
import { type HoldersOwn, mobileOf, progressOf } from './progress/progress.ts'

/** As the screens call them. */
export const shownMethods = {
  video: 'video',
  robo: 'self',
  autoident: 'auto',
  'id-austria': 'id-austria',
  loc: 'loc',
  'external-sc': 'external-sc',
} as const satisfies Record<Method, Shown['method']>

/** For its holder alone. */
export function presentIdentification(one: Identification, own: HoldersOwn | null, now: Date): Shown {
  const { status, failure, isOngoing, missing } = progressOf(one, own, now)
  return {
    id: one.id,
    legislation: one.legislation,
    method: shownMethods[one.method],
    provider: one.provider,
    appointmentStatus: status,
    isUnderReview: one.status === 'review',
    identUrl: isRunning(one.status) ? one.identUrl : null,
    failure,
    startedAt: one.createdAt.toISOString(),
    finishedAt: one.finishedAt?.toISOString() ?? null,
    validUntil: one.validUntil?.toISOString() ?? null,
    isOngoing,
    missing: [...missing],
    evidence: presentEvidence(one, own),
  }
}

export function presentIdentInfo(one: Shown | null): IdentInfo {
  return {
    appointmentStatus: one?.appointmentStatus ?? null,
    identUrl: one?.identUrl ?? null,
    identification: one,
  }
}

/** Without the document’s number: nobody needs to see it here. */
function presentEvidence(one: Identification, own: HoldersOwn | null): Shown['evidence'] {
  const { evidence } = one
  if (!evidence) return null
  const firstName = own ? own.firstName : one.person.givenName
  const lastName = own ? own.lastName : one.person.surname
  return {
    firstName: evidence.givenName,
    lastName: evidence.surname,
    birthDate: evidence.birthDate,
    country: evidence.country,
    mobile: mobileOf(one, own),
    isMobileVerified: evidence.mobile !== null,
    level: evidence.level,
    documentType: evidence.document.kind,
    documentCountry: evidence.document.country,
    documentValidUntil: evidence.document.expiresAt,
    nameDiffers: !isSameName(evidence.givenName, firstName) || !isSameName(evidence.surname, lastName),
  }
}
