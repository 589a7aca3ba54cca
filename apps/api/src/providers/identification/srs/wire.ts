import * as z from 'zod/mini'
import type { IdentityDocument } from '../port.ts'
import type { CaseReading } from '../results.ts'
import { code, country, day, instant, mobile, name, orNothing, short } from '../shapes.ts'

export const started = z.pipe(
  z.object({ identificationId: short, url: z.url(), expiresAt: instant }),
  z.transform(({ identificationId, url, expiresAt }) => ({ reference: identificationId, url, expiresAt })),
)

const identity = z.object({
  evidenceId: short,
  level: z.enum(['QES', 'AES']),
  firstName: name,
  lastName: name,
  birthDate: orNothing(day),
  nationality: orNothing(country),
  mobilePhone: orNothing(mobile),
  approvalSerialNumber: orNothing(short),
  document: z.object({ type: code, number: orNothing(short), country, validUntil: orNothing(day) }),
  identifiedAt: instant,
})

const phases: Readonly<Record<string, CaseReading['phase']>> = {
  CREATED: 'initialized',
  STARTED: 'inprogress',
  IN_REVIEW: 'review',
  FINISHED: 'closed',
}
const documents: Readonly<Record<string, IdentityDocument['kind']>> = {
  PASSPORT: 'passport',
  IDCARD: 'identity_card',
  RESIDENCE_PERMIT: 'residence_permit',
  DRIVERS_LICENSE: 'driving_licence',
}

/** In answers and webhooks alike. */
export const identification = z.pipe(
  z.object({
    identificationId: short,
    status: code,
    result: orNothing(z.object({ code })),
    identity: orNothing(identity),
  }),
  z.transform((found): CaseReading => ({
    reference: found.identificationId,
    phase: Object.hasOwn(phases, found.status) ? phases[found.status] : undefined,
    result: found.result?.code,
    evidence: found.identity && evidenceOf(found.identity),
  })),
)

function evidenceOf(found: z.output<typeof identity>): NonNullable<CaseReading['evidence']> {
  const { type, number, country: issuer, validUntil } = found.document
  return {
    evidenceId: found.evidenceId,
    level: found.level,
    legislation: 'EIDAS',
    givenName: found.firstName,
    surname: found.lastName,
    birthDate: found.birthDate,
    country: found.nationality ?? issuer,
    mobile: found.mobilePhone,
    approvalSerialNumber: found.approvalSerialNumber,
    document: {
      kind: (Object.hasOwn(documents, type) && documents[type]) || 'other',
      number,
      country: issuer,
      expiresAt: validUntil,
    },
    identifiedAt: new Date(found.identifiedAt),
  }
}
