import type { IdentificationEvidence } from '#api/providers/identification/port.ts'
import type { Evidence } from '../identification.ts'

/** As it is kept: JSON, with nulls. */
export function toEvidence(found: IdentificationEvidence): Evidence {
  const { document } = found
  return {
    evidenceId: found.evidenceId,
    level: found.level,
    givenName: found.givenName,
    surname: found.surname,
    birthDate: found.birthDate ?? null,
    country: found.country ?? null,
    mobile: found.mobile ?? null,
    document: {
      kind: document.kind,
      number: document.number ?? null,
      country: document.country,
      expiresAt: document.expiresAt ?? null,
    },
    approvalSerialNumber: found.approvalSerialNumber ?? null,
    identifiedAt: found.identifiedAt.toISOString(),
  }
}
