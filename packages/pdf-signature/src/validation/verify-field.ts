import type { DigestAlgorithm } from '../cms/algorithm.ts'
import type { Certificate } from '../cms/certificate.ts'
import { verifyTimestampToken } from '../cms/timestamp-verification.ts'
import type { TimestampVerdict } from '../cms/timestamp-verification.ts'
import { verifySignedData } from '../cms/verify.ts'
import type { ByteRange } from '../inspection/byte-range.ts'
import type { SignedField } from './signed-fields.ts'
import { verdictOfProblems } from './verdict.ts'
import type { Verdict } from './verdict.ts'

/** What cryptography says of a signed field; whether its certificate is trusted is judged later. */
export interface Check {
  /** Undefined when byte range, digest and signature hold. */
  readonly failure?: Verdict
  readonly problems: readonly string[]
  readonly certificate?: Certificate
  readonly carried: {
    readonly certificates: readonly Certificate[]
    readonly ocsps: readonly Uint8Array[]
    readonly crls: readonly Uint8Array[]
  }
  /** The signature's timestamp, or the document timestamp itself. */
  readonly stamp?: TimestampVerdict
  readonly claimedTime?: Date
  /** Meets PAdES baseline apart from its level (ETSI EN 319 142-1 §6.3). */
  readonly isBaseline: boolean
}

export type RangeDigest = (range: ByteRange, algorithm: DigestAlgorithm) => Uint8Array

const rangeProblems = {
  missing: 'The signature dictionary lacks its /ByteRange or /Contents',
  not_from_start: 'The byte range does not begin with the file',
  outside_file: 'The byte range goes beyond the file',
  hole_is_not_contents: 'The byte range leaves out something else than the signature',
  not_a_revision: 'The byte range does not end with a revision',
} as const

/** Verifies byte range, digest and CMS; `known` are the certificates of the document security store. */
export function verifyField(field: SignedField, digest: RangeDigest, known: readonly Certificate[]): Check {
  const { range } = field
  if (typeof range === 'string') {
    return {
      failure: { status: 'invalid', subIndication: 'format_failure' },
      problems: [rangeProblems[range]],
      carried: { certificates: [], ocsps: [], crls: [] },
      isBaseline: false,
    }
  }
  const digestBy = (algorithm: DigestAlgorithm) => digest(range, algorithm)
  return field.kind === 'document_timestamp'
    ? checkTimestamp(field, digestBy, known)
    : checkSignature(field, digestBy, known)
}

type DigestBy = (algorithm: DigestAlgorithm) => Uint8Array

function checkTimestamp(field: SignedField, digest: DigestBy, known: readonly Certificate[]): Check {
  const stamp = verifyTimestampToken(field.cms, digest, { certificates: known })
  return {
    failure: verdictOfProblems(stamp.problems),
    problems: stamp.problems.map(({ message }) => message),
    certificate: stamp.signerCertificate,
    carried: { certificates: stamp.certificates, ocsps: [], crls: [] },
    stamp,
    isBaseline: false,
  }
}

function checkSignature(field: SignedField, digest: DigestBy, known: readonly Certificate[]): Check {
  const cms = verifySignedData(field.cms, digest, known)
  return {
    failure: verdictOfProblems(cms.problems),
    problems: [...cms.problems, ...cms.departures].map(({ message }) => message),
    certificate: cms.signerCertificate,
    carried: cms,
    stamp: cms.timestamp,
    claimedTime: cms.claimedTime,
    isBaseline:
      field.subFilter === 'ETSI.CAdES.detached' &&
      cms.departures.every(({ code }) => code === 'timestamp_invalid') &&
      field.claimedTime !== undefined,
  }
}
