import { qualifyTimestamp } from '../../trust-lists/qualification.ts'
import type { Qualification } from './report.ts'
import { describeChain, describeSigner, sha256Hex } from './describe-certificates.ts'
import type { Evidence } from '../evidence.ts'
import type { Assessment } from '../assessment.ts'
import type { VerifiedField } from '../verified-field.ts'

/** What the file says of a signature. */
export function claimed({ field, check, changes, revision, coversWholeFile }: VerifiedField) {
  const { fieldName, kind, subFilter, claimedName, reason, location, contact } = field
  const isSignature = kind === 'signature'
  const format = !isSignature
    ? 'TIMESTAMP'
    : subFilter === 'ETSI.CAdES.detached'
      ? 'PADES'
      : subFilter.startsWith('adbe.pkcs7.')
        ? 'CMS'
        : 'UNKNOWN'
  return {
    field: fieldName,
    type: isSignature ? 'signature' : 'timestamp',
    subFilter,
    format,
    signedAt: field.claimedTime ?? check.claimedTime ?? null,
    claims: {
      ...(claimedName === undefined ? {} : { name: claimedName }),
      ...(reason === undefined ? {} : { reason }),
      ...(location === undefined ? {} : { location }),
      ...(contact === undefined ? {} : { contact }),
    },
    revision,
    coversWholeFile,
    certifies: field.certifies ?? null,
    changesAfter: changes === 'unknown' ? [] : changes,
    id: sha256Hex(field.cms),
  } as const
}

/** What is known of its signer, its time and its legal level. */
export function describeAssessment(
  { field, check }: VerifiedField,
  assessment: Assessment,
  { trustLists }: Evidence,
  signatureQualification: Qualification | undefined,
) {
  const { chain, stampChain, stampedTime, provenAt, proof } = assessment
  const authority = stampChain?.path[0]
  const isSignature = field.kind === 'signature'
  const stampQualification = stampedTime ? qualifyTimestamp(stampChain, trustLists, stampedTime) : null
  const provenBy =
    isSignature && stampedTime
      ? ('timestamp' as const)
      : proof.archives.length > 0
        ? ('document_timestamp' as const)
        : ('validation_time' as const)
  return {
    signer: check.certificate ? describeSigner(check.certificate, chain) : null,
    chain: chain ? describeChain(chain) : [],
    timestampAt: stampedTime ?? null,
    timestampAuthority: authority ? describeSigner(authority, stampChain) : null,
    provenAt,
    provenBy,
    qualification: signatureQualification ??
      stampQualification ?? { result: 'NOT_KNOWN' as const, legislation: null },
    timestampQualification: stampQualification,
  }
}
