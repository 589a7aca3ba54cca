import * as z from 'zod/mini'
import type { IdentityDocument } from '../port.ts'
import type { CaseReading } from '../results.ts'
import { code, country, day, instant, mobile, name, orNothing, short } from '../shapes.ts'

export const started = z.pipe(
  z.object({ case_id: short, start_url: z.url(), valid_until: instant }),
  z.transform((made) => ({ reference: made.case_id, url: made.start_url, expiresAt: made.valid_until })),
)

const evidence = z.object({
  evidence_id: short,
  assurance: z.enum(['qualified', 'advanced']),
  given_name: name,
  family_name: name,
  birth_date: orNothing(day),
  nationality: orNothing(country),
  mobile_number: orNothing(mobile),
  approval_serial_number: orNothing(short),
  identity_document: z.object({
    kind: code,
    number: orNothing(short),
    issuing_country: country,
    valid_until: orNothing(day),
  }),
  completed_at: instant,
})

const phases: Readonly<Record<string, CaseReading['phase']>> = {
  new: 'initialized',
  running: 'inprogress',
  manual_check: 'review',
  closed: 'closed',
}
const documents: Readonly<Record<string, IdentityDocument['kind']>> = {
  passport: 'passport',
  id_card: 'identity_card',
  residence_permit: 'residence_permit',
  driving_licence: 'driving_licence',
}

export const caseShape = z.pipe(
  z.object({ case_id: short, state: code, outcome: orNothing(code), evidence: orNothing(evidence) }),
  z.transform((found): CaseReading => ({
    reference: found.case_id,
    phase: Object.hasOwn(phases, found.state) ? phases[found.state] : undefined,
    result: found.outcome,
    evidence: found.evidence && evidenceOf(found.evidence),
  })),
)

export const webhookBody = z.pipe(
  z.object({ event: code, case: caseShape }),
  z.transform(({ case: found }) => found),
)

function evidenceOf(found: z.output<typeof evidence>): NonNullable<CaseReading['evidence']> {
  const { kind, number, issuing_country: issuer, valid_until: validUntil } = found.identity_document
  return {
    evidenceId: found.evidence_id,
    level: found.assurance === 'qualified' ? 'QES' : 'AES',
    legislation: 'ZERTES',
    givenName: found.given_name,
    surname: found.family_name,
    birthDate: found.birth_date,
    country: found.nationality ?? issuer,
    mobile: found.mobile_number,
    approvalSerialNumber: found.approval_serial_number,
    document: {
      kind: (Object.hasOwn(documents, kind) && documents[kind]) || 'other',
      number,
      country: issuer,
      expiresAt: validUntil,
    },
    identifiedAt: new Date(found.completed_at),
  }
}
