import { parseCertificate } from './cms/certificate.ts'
import { attempt } from './cms/cms-error.ts'
import { PdfError } from './pdf-error.ts'
import { isEncrypted, openDocument } from './reader/document.ts'
import type { PdfDocument } from './reader/document.ts'
import type { PdfBytes } from './reader/source.ts'
import { cutSource } from './reader/source.ts'
import { readValidationData } from './validation-data.ts'
import { judge } from './validation/judge.ts'
import type { Proof, SignatureValidation, Verified } from './validation/judge.ts'
import { onlyPermittedChanges } from './validation/later-changes.ts'
import { rangeDigests } from './validation/range-digest.ts'
import { listSignedFields } from './validation/signed-fields.ts'
import type { SignedField } from './validation/signed-fields.ts'
import type { ValidationStatus } from './validation/verdict.ts'
import { verifyField } from './validation/verify-field.ts'

export type { BaselineLevel, SignatureValidation } from './validation/judge.ts'

export interface Validation {
  /** The worst of its signatures; `not_signed` without any. */
  readonly status: ValidationStatus | 'not_signed'
  /** Why the file could not be read. */
  readonly problem?: 'not_a_pdf' | 'damaged' | 'too_complex' | 'encrypted'
  /** In the order in which they were signed. */
  readonly signatures: readonly SignatureValidation[]
}

export interface TrustPolicy {
  /** Certificates that are trusted, DER. */
  readonly anchors: readonly Uint8Array[]
  /** When to judge at, where no timestamp proves an earlier time. Without it: the newest time the file states. */
  readonly at?: Date
}

/**
 * Validates every signature and document timestamp of a file: byte range, digest, CMS, certificate path and revocation
 * at the best proven time, and what was appended since (after ETSI EN 319 102-1 §5.3 to §5.6). Never throws for what
 * is in the file.
 */
export function validate(bytes: PdfBytes, policy: TrustPolicy): Validation {
  try {
    const document = openDocument(bytes)
    if (isEncrypted(document)) return { status: 'indeterminate', problem: 'encrypted', signatures: [] }
    return validateDocument(document, policy)
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    const problem = error.code === 'not_a_pdf' || error.code === 'too_complex' ? error.code : 'damaged'
    return { status: 'indeterminate', problem, signatures: [] }
  }
}

function validateDocument(document: PdfDocument, policy: TrustPolicy): Validation {
  const store = readValidationData(document)
  const known = store.certificates.flatMap((der) => attempt(() => parseCertificate(der)) ?? [])
  const digest = rangeDigests(document.source)
  const verified = listSignedFields(document).map((field): Verified => ({
    field,
    check: verifyField(field, digest, known),
    laterChanges: laterChangesOf(document, field),
  }))
  // From the newest to the oldest: a document timestamp proves that everything before it existed by its time.
  let proof: Proof = { time: policy.at ?? newestTime(verified), archived: false }
  const signatures: SignatureValidation[] = []
  for (const entry of verified.toReversed()) {
    const judged = judge(entry, { anchors: policy.anchors, store }, proof)
    signatures.unshift(judged.validation)
    proof = judged.proof
  }
  return { status: overall(signatures), signatures }
}

function overall(signatures: readonly SignatureValidation[]): Validation['status'] {
  if (signatures.length === 0) return 'not_signed'
  const statuses = signatures.map(({ status }) => status)
  return (
    statuses.find((status) => status === 'invalid') ??
    statuses.find((status) => status !== 'valid') ??
    'valid'
  )
}

function newestTime(verified: readonly Verified[]): Date {
  const times = verified.flatMap(({ field, check }) => check.stamp?.info?.time ?? field.claimedTime ?? [])
  return times.reduce((newest, time) => (time > newest ? time : newest), new Date(0))
}

function laterChangesOf(document: PdfDocument, { range }: SignedField): SignatureValidation['laterChanges'] {
  if (typeof range === 'string') return 'unknown'
  if (range.end === document.source.length) return 'none'
  try {
    const signed = openDocument(cutSource(document.source, range.end), document)
    return onlyPermittedChanges(signed, document) ? 'permitted' : 'changed_after_signing'
  } catch (error) {
    if (error instanceof PdfError) return 'unknown'
    throw error
  }
}
