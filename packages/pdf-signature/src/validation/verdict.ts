import type { ChainVerdict } from '../cms/certificates/chain.ts'
import type { ChainProblemCode } from '../cms/certificates/path-validation.ts'
import type { CmsProblem, CmsProblemCode } from '../cms/signer-verification.ts'
import type { FindingCode } from './finding-codes.ts'
import type { Finding, Indication, SubIndication } from './reports/report.ts'

/** An indication with its reason (ETSI EN 319 102-1 §5.1.3). */
export interface Verdict {
  readonly indication: Indication
  readonly subIndication?: SubIndication
}

export const passed: Verdict = { indication: 'TOTAL_PASSED' }
export const failedBy = (subIndication: SubIndication): Verdict => ({
  indication: 'TOTAL_FAILED',
  subIndication,
})
export const undecidedBy = (subIndication: SubIndication): Verdict => ({
  indication: 'INDETERMINATE',
  subIndication,
})

const cmsFindings: Record<CmsProblemCode, FindingCode> = {
  malformed: 'cms_malformed',
  unsupported: 'cms_unsupported',
  trailing_bytes: 'cms_trailing_bytes',
  signer_count: 'cms_signer_count',
  content_embedded: 'cms_content_embedded',
  signer_certificate_missing: 'signer_certificate_missing',
  signed_attributes_missing: 'signed_attributes_missing',
  content_type_mismatch: 'content_type_mismatch',
  digest_mismatch: 'digest_mismatch',
  signature_invalid: 'signature_invalid',
  signing_certificate_missing: 'signing_certificate_missing',
  signing_certificate_mismatch: 'signing_certificate_mismatch',
  algorithm_weak: 'algorithm_weak',
  signing_time_present: 'signing_time_present',
  timestamp_invalid: 'timestamp_invalid',
  nonce_mismatch: 'nonce_mismatch',
  key_purpose: 'key_purpose',
}

export const findingOf = ({ code }: CmsProblem): Finding => ({ code: cmsFindings[code] })

const formatProblems = ['malformed', 'trailing_bytes', 'signer_count', 'content_embedded'] as const
const wrongAttributes = [
  'content_type_mismatch',
  'signing_certificate_missing',
  'signing_certificate_mismatch',
  'nonce_mismatch',
] as const

/**
 * What the problems of a CMS or token mean; undefined when there are none (ETSI EN 319 102-1 §5.2.2, §5.2.3, §5.2.7).
 * `mayLackAttributes`: signed attributes became a must with CAdES; an older signature without them is undecided.
 */
export function failureOf(problems: readonly CmsProblem[], mayLackAttributes = false): Verdict | undefined {
  const codes = new Set<CmsProblemCode>(problems.map((problem) => problem.code))
  if (codes.size === 0) return undefined
  if (formatProblems.some((code) => codes.has(code))) return failedBy('FORMAT_FAILURE')
  if (codes.has('digest_mismatch')) return failedBy('HASH_FAILURE')
  if (codes.has('signer_certificate_missing')) return undecidedBy('NO_SIGNING_CERTIFICATE_FOUND')
  if (codes.has('signature_invalid')) return failedBy('SIG_CRYPTO_FAILURE')
  if (codes.has('key_purpose')) return undecidedBy('CHAIN_CONSTRAINTS_FAILURE')
  if (wrongAttributes.some((code) => codes.has(code))) return failedBy('FORMAT_FAILURE')
  if (codes.has('signed_attributes_missing') && !mayLackAttributes) return failedBy('FORMAT_FAILURE')
  return undecidedBy(codes.has('unsupported') ? 'CRYPTO_CONSTRAINTS_FAILURE' : 'SIG_CONSTRAINTS_FAILURE')
}

const chainFindings: Record<ChainProblemCode, FindingCode> = {
  malformed: 'certificate_malformed',
  no_path: 'chain_not_found',
  expired: 'certificate_expired',
  not_yet_valid: 'certificate_not_yet_valid',
  not_an_authority: 'certificate_not_an_authority',
  path_too_long: 'certificate_path_too_long',
  key_usage: 'certificate_key_usage',
  unsupported_extension: 'certificate_unsupported_extension',
  contradictory: 'certificate_contradictory',
  algorithm_weak: 'algorithm_weak',
  revoked: 'certificate_revoked',
  revocation_unknown: 'revocation_unknown',
}

/** What speaks against a path, with what the sentence about it needs. */
export function findingsOfChain({ problems, path, statuses }: ChainVerdict): Finding[] {
  return problems.map(({ code, subject }) => {
    const index = path.findIndex((certificate) => certificate.subject === subject)
    const times = {
      notAfter: code === 'expired' ? path[index]?.notAfter : undefined,
      notBefore: code === 'not_yet_valid' ? path[index]?.notBefore : undefined,
      revokedAt: code === 'revoked' ? statuses[index]?.revokedAt : undefined,
    }
    const stated = Object.entries(times).flatMap(([name, time]) => (time ? [[name, time.toISOString()]] : []))
    const parameters = { ...(subject === undefined ? {} : { subject }), ...Object.fromEntries(stated) }
    return { code: chainFindings[code], ...(Object.keys(parameters).length > 0 ? { parameters } : {}) }
  })
}

/** What a certificate's path means at the time it was judged at, which is proven unless it is the time of validation. */
export function verdictOfChain(chain: ChainVerdict): Verdict {
  const [leaf] = chain.path
  const [status] = chain.statuses
  const codes = new Set(chain.problems.map((problem) => problem.code))
  if (codes.has('no_path')) return undecidedBy('NO_CERTIFICATE_CHAIN_FOUND')
  if (status?.status === 'revoked') {
    const wasNeverGood =
      leaf !== undefined && status.revokedAt !== undefined && status.revokedAt <= leaf.notBefore
    return wasNeverGood ? failedBy('REVOKED') : undecidedBy('REVOKED_NO_POE')
  }
  if (chain.revocation === 'revoked') return undecidedBy('REVOKED_CA_NO_POE')
  if (codes.has('expired') || codes.has('not_yet_valid'))
    return undecidedBy(status?.status === 'good' ? 'OUT_OF_BOUNDS_NOT_REVOKED' : 'OUT_OF_BOUNDS_NO_POE')
  if (codes.has('algorithm_weak')) return undecidedBy('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')
  if (!chain.trusted) return undecidedBy('CHAIN_CONSTRAINTS_FAILURE')
  return chain.revocation === 'good' ? passed : undecidedBy('TRY_LATER')
}
