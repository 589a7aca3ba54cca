import type { DigestAlgorithm } from '../cms/algorithm.ts'
import type { AlgorithmStrength } from '../cms/algorithm-strength.ts'
import type { Certificate } from '../cms/certificates/certificate.ts'
import type { CmsProblem } from '../cms/signer-verification.ts'
import { verifyTimestampToken } from '../cms/timestamps/timestamp-verification.ts'
import type { TimestampVerdict } from '../cms/timestamps/timestamp-verification.ts'
import { verifySignedData } from '../cms/verify.ts'
import type { ByteRange } from '../inspection/byte-range.ts'
import type { FindingCode } from './finding-codes.ts'
import type { Finding } from './reports/report.ts'
import type { RangeProblem, SignedField } from './objects/signed-fields.ts'
import { failureOf, findingOf } from './verdict.ts'
import type { Verdict } from './verdict.ts'

/** What cryptography says of a signed field; whether its certificate is trusted, and its algorithms are strong enough, is judged later. */
export interface Check {
  /** Undefined when byte range, digest and signature hold. */
  readonly failure?: Verdict
  readonly errors: readonly Finding[]
  /** Where it departs from PAdES baseline without being broken. */
  readonly departures: readonly Finding[]
  readonly certificate?: Certificate
  readonly carried: {
    readonly certificates: readonly Certificate[]
    readonly ocsps: readonly Uint8Array[]
    readonly crls: readonly Uint8Array[]
  }
  readonly strengths: readonly AlgorithmStrength[]
  /** The signature's timestamps, or the document timestamp itself. */
  readonly stamps: readonly TimestampVerdict[]
  /** signing-time of the CMS. */
  readonly claimedTime?: Date
  /** Meets PAdES baseline apart from its level (ETSI EN 319 142-1 §6.3). */
  readonly isBaseline: boolean
}

export type RangeDigest = (range: ByteRange, algorithm: DigestAlgorithm) => Uint8Array

const rangeFindings: Record<RangeProblem, FindingCode> = {
  missing: 'byte_range_missing',
  not_from_start: 'byte_range_not_from_start',
  outside_file: 'byte_range_outside_file',
  hole_is_not_contents: 'byte_range_hole_is_not_contents',
  not_a_revision: 'byte_range_not_a_revision',
  contents_outside_gap: 'contents_outside_gap',
  ambiguous: 'signature_dictionary_ambiguous',
}

const nothing = { certificates: [], ocsps: [], crls: [] }
const isBroken = ({ code }: CmsProblem): boolean => code !== 'algorithm_weak'

/** Verifies byte range, digest and CMS; `known` are certificates from elsewhere (the document security store). */
export function verifyField(field: SignedField, digest: RangeDigest, known: readonly Certificate[]): Check {
  const { range, subFilter } = field
  if (typeof range === 'string')
    return broken(
      { indication: 'TOTAL_FAILED', subIndication: 'FORMAT_FAILURE' },
      { code: rangeFindings[range] },
    )
  if (subFilter === 'adbe.pkcs7.sha1' || subFilter === 'adbe.x509.rsa_sha1')
    return broken(
      { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' },
      { code: 'sub_filter_unsupported', parameters: { subFilter } },
    )
  const digestBy = (algorithm: DigestAlgorithm) => digest(range, algorithm)
  return field.kind === 'document_timestamp'
    ? checkTimestamp(field, digestBy, known)
    : checkSignature(field, digestBy, known)
}

const broken = (failure: Verdict, error: Finding): Check => ({
  failure,
  errors: [error],
  departures: [],
  carried: nothing,
  strengths: [],
  stamps: [],
  isBaseline: false,
})

type DigestBy = (algorithm: DigestAlgorithm) => Uint8Array

function checkTimestamp(field: SignedField, digest: DigestBy, known: readonly Certificate[]): Check {
  const token = verifyTimestampToken(field.cms, digest, { certificates: known })
  const problems = token.problems.filter(isBroken)
  return {
    ...failed(problems),
    departures: [],
    ...(token.signerCertificate ? { certificate: token.signerCertificate } : {}),
    carried: { certificates: token.certificates, ocsps: token.ocsps ?? [], crls: token.crls ?? [] },
    strengths: token.strengths ?? [],
    stamps: [{ ...token, valid: problems.length === 0 }],
    isBaseline: false,
  }
}

function checkSignature(field: SignedField, digest: DigestBy, known: readonly Certificate[]): Check {
  const cms = verifySignedData(field.cms, digest, known)
  const departures = cms.departures.filter(({ code }) => code !== 'timestamp_invalid')
  const { timestamps, signerCertificate, claimedTime } = cms
  return {
    ...failed(cms.problems.filter(isBroken), field.subFilter === 'adbe.pkcs7.detached'),
    departures: departures.map(findingOf),
    ...(signerCertificate ? { certificate: signerCertificate } : {}),
    carried: cms,
    strengths: cms.strengths ?? [],
    stamps: timestamps.map((one) => ({ ...one, valid: !one.problems.some(isBroken) })),
    ...(claimedTime ? { claimedTime } : {}),
    isBaseline:
      field.subFilter === 'ETSI.CAdES.detached' && departures.length === 0 && field.claimedTime !== undefined,
  }
}

function failed(
  problems: readonly CmsProblem[],
  mayLackAttributes = false,
): Pick<Check, 'failure' | 'errors'> {
  const failure = failureOf(problems, mayLackAttributes)
  return { ...(failure ? { failure } : {}), errors: problems.map(findingOf) }
}
