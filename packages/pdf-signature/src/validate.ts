import type { FontFile } from './appearance/font-face.ts'
import { PdfError } from './pdf-error.ts'
import type { PdfDocument } from './reader/document.ts'
import { sourceOf } from './reader/source.ts'
import type { PdfBytes } from './reader/source.ts'
import { isReadAlike, leadsToObjects } from './reader/xref-check.ts'
import { readValidationData } from './validation-data.ts'
import type { ValidationData } from './validation-data.ts'
import { readEvidence, withCarried } from './validation/evidence.ts'
import type { KnownTrust } from './validation/evidence.ts'
import { fileWarnings, pageCount, removalWarnings } from './validation/reports/file-findings.ts'
import { judge } from './validation/judge.ts'
import type { Proof } from './validation/assessment.ts'
import type { VerifiedField } from './validation/verified-field.ts'
import { laterChanges } from './validation/changes/later-changes.ts'
import { hasUncertainObjects } from './validation/objects/ownership.ts'
import { openEarlier, openReadable } from './validation/objects/open-readable.ts'
import { rangeDigests } from './validation/objects/range-digest.ts'
import type { RangeDigests } from './validation/objects/range-digest.ts'
import { overallOf } from './validation/reports/overall.ts'
import type { SignatureReport, ValidationReport } from './validation/reports/report.ts'
import { revisionAt, revisionEnds, summariseRevisions } from './validation/objects/revisions.ts'
import { listSignedFields } from './validation/objects/signed-fields.ts'
import { summariseTrustLists, trustListWarnings } from './validation/reports/summarise-trust-lists.ts'
import { verifyField } from './validation/verify-field.ts'

export type { SignatureReport, ValidationReport } from './validation/reports/report.ts'

/** What a validation relies on. */
export interface ValidationPolicy extends KnownTrust {
  /** When to judge at, where no timestamp proves an earlier time. Without it: the newest time the file states. */
  readonly at?: Date
  /** Looks through all of the file for objects that only some readers find, too: for files of others. */
  readonly isThorough?: boolean
  /** Names of trusted lists that should have been among them and couldn't be used. */
  readonly refusedLists?: readonly string[]
  /** Fonts whose letters are known: values that are drawn with them are known to be what they show. */
  readonly fonts?: readonly FontFile[]
  /** The fields whose signatures are asked about; without it: all of them. */
  readonly only?: readonly string[]
}

/**
 * Validates every signature and document timestamp of a file: byte range, digest, CMS, certificate path and revocation
 * at the best proven time, strength of the algorithms, and what was appended since (ETSI EN 319 102-1 §5.3 to §5.6).
 * Never throws for what is in the file.
 */
export function validatePdf(bytes: PdfBytes, policy: ValidationPolicy): ValidationReport {
  try {
    const document = openReadable(bytes)
    return document ? validateDocument(document, policy) : unreadable(bytes, policy, 'encrypted')
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    const problem = error.code === 'not_a_pdf' || error.code === 'too_complex' ? error.code : 'damaged'
    return unreadable(bytes, policy, problem)
  }
}

function unreadable(
  bytes: PdfBytes,
  policy: ValidationPolicy,
  problem: NonNullable<ValidationReport['file']['problem']>,
): ValidationReport {
  const source = sourceOf(bytes)
  const sha256 = Buffer.from(rangeDigests(source).ofFile()).toString('hex')
  const validatedAt = policy.at ?? new Date(0)
  return {
    file: { sha256, size: source.length, pages: null, revisions: [], problem },
    validatedAt,
    signatures: [],
    overall: 'INDETERMINATE',
    withReservation: false,
    warnings: [],
    infos: [],
    trustLists: summariseTrustLists(policy.trustLists ?? [], validatedAt),
  }
}

function validateDocument(document: PdfDocument, policy: ValidationPolicy): ValidationReport {
  const known = readEvidence(policy, readValidationData(document))
  const digests = rangeDigests(document.source)
  const verified = verifyFields(document, digests, known.certificates, policy)
  const evidence = withCarried(
    known,
    verified.flatMap(({ check: { carried, stamps } }) => [
      ...carried.certificates,
      ...stamps.flatMap(({ certificates }) => certificates),
    ]),
  )
  const validatedAt = policy.at ?? newestTime(verified)
  // From the newest to the oldest: a document timestamp proves that everything before it existed by its time.
  let proof: Proof = { time: validatedAt, archives: [] }
  const signatures: SignatureReport[] = []
  for (const entry of verified.toReversed()) {
    const judged = judge(entry, evidence, proof, validatedAt)
    signatures.unshift(judged.report)
    proof = judged.proof
  }
  const trustLists = summariseTrustLists(policy.trustLists ?? [], validatedAt)
  const warnings = [
    ...fileWarnings(document, policy.isThorough === true),
    ...(policy.isThorough === true ? removalWarnings(document) : []),
    ...trustListWarnings(trustLists, policy.refusedLists ?? []),
  ]
  const overall = overallOf(signatures)
  return {
    file: {
      sha256: Buffer.from(digests.ofFile()).toString('hex'),
      size: document.source.length,
      pages: pageCount(document),
      revisions: summariseRevisions(
        revisionEnds(document),
        verified.map(({ field }) => field),
      ),
    },
    validatedAt,
    signatures,
    overall,
    withReservation:
      overall === 'TOTAL_PASSED' &&
      (warnings.length > 0 || signatures.some(({ withReservation }) => withReservation)),
    warnings,
    infos: [],
    trustLists,
  }
}

function verifyFields(
  document: PdfDocument,
  digests: RangeDigests,
  certificates: Parameters<typeof verifyField>[2],
  { only, isThorough, fonts }: ValidationPolicy,
): VerifiedField[] {
  const ends = revisionEnds(document)
  const isAlike =
    isReadAlike(document) && (!isThorough || (leadsToObjects(document) && !hasUncertainObjects(document)))
  const fields = listSignedFields(document)
  const changesAfter = laterChanges(document, fields, ends, fonts)
  const selected = only ? fields.filter(({ fieldName }) => only.includes(fieldName)) : fields
  return selected.map((field) => {
    const { range } = field
    const isRange = typeof range !== 'string'
    const coversWholeFile = isRange && range.end === document.source.length
    const check = verifyField(field, digests.of, certificates)
    const signed = isRange && !coversWholeFile ? openEarlier(document, range.end) : undefined
    return {
      field,
      check,
      revision: isRange ? revisionAt(ends, range.end - 1) : null,
      coversWholeFile,
      // What was signed is followed to its end for the changes since then.
      isReadAlike: isAlike && (!signed || (isReadAlike(signed) && !hasUncertainObjects(signed))),
      ...(field.kind === 'document_timestamp' && isRange && !coversWholeFile && !check.failure
        ? { storeThen: storeOf(signed) }
        : {}),
      changes: changesAfter(field, signed),
    }
  })
}

/** What an earlier state of the file holds to validate by. */
function storeOf(earlier: PdfDocument | undefined): ValidationData {
  try {
    if (earlier) return readValidationData(earlier)
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
  }
  return { certificates: [], ocsps: [], crls: [] }
}

function newestTime(verified: readonly VerifiedField[]): Date {
  const times = verified.flatMap(({ field, check }) => {
    const stamped = check.stamps.flatMap(({ info }) => info?.time ?? [])
    return stamped.length > 0 ? stamped : (field.claimedTime ?? [])
  })
  return times.reduce((newest, time) => (time > newest ? time : newest), new Date(0))
}
