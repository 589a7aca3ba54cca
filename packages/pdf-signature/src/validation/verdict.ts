import type { ChainVerdict } from '../cms/chain.ts'
import type { CmsProblem } from '../cms/signer-verification.ts'

/** Indication of ETSI EN 319 102-1 §5.1.3, in our words: passed, failed, not to be decided from what is there. */
export type ValidationStatus = 'valid' | 'invalid' | 'indeterminate'

/** Why a signature is not valid: after ETSI EN 319 102-1 Table 5, as far as it applies here. */
export type SubIndication =
  | 'format_failure'
  | 'hash_failure'
  | 'signature_crypto_failure'
  | 'crypto_constraints_failure'
  | 'changed_after_signing'
  | 'no_signing_certificate_found'
  | 'no_certificate_chain_found'
  | 'chain_constraints_failure'
  | 'out_of_bounds'
  | 'revoked'
  | 'revocation_unknown'
  | 'timestamp_invalid'

export interface Verdict {
  readonly status: ValidationStatus
  readonly subIndication?: SubIndication
}

const invalid = (subIndication: SubIndication): Verdict => ({ status: 'invalid', subIndication })
const indeterminate = (subIndication: SubIndication): Verdict => ({ status: 'indeterminate', subIndication })

/** What the problems of a CMS or token mean; undefined when there are none. */
export function verdictOfProblems(problems: readonly CmsProblem[]): Verdict | undefined {
  const codes = new Set(problems.map((problem) => problem.code))
  if (codes.size === 0) return undefined
  if (
    codes.has('malformed') ||
    codes.has('unsupported') ||
    codes.has('trailing_bytes') ||
    codes.has('signer_count')
  ) {
    return invalid('format_failure')
  }
  if (codes.has('digest_mismatch')) return invalid('hash_failure')
  if (codes.has('signer_certificate_missing')) return indeterminate('no_signing_certificate_found')
  if (codes.has('signature_invalid')) return invalid('signature_crypto_failure')
  if (codes.has('algorithm_weak')) return indeterminate('crypto_constraints_failure')
  return invalid('format_failure')
}

/** What a certificate's path means at the time it was judged at. */
export function verdictOfChain(chain: ChainVerdict): Verdict {
  if (chain.revocation === 'revoked') return invalid('revoked')
  if (chain.trusted)
    return chain.revocation === 'good' ? { status: 'valid' } : indeterminate('revocation_unknown')
  const codes = new Set(chain.problems.map((problem) => problem.code))
  if (codes.has('no_path')) return indeterminate('no_certificate_chain_found')
  if (codes.has('expired') || codes.has('not_yet_valid')) return indeterminate('out_of_bounds')
  return indeterminate('chain_constraints_failure')
}
