import { isProvable } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import { assess } from './assessment.ts'
import type { Assessment } from './assessment.ts'
import type { Verified } from './verified.ts'
import type { BaselineLevel } from './reports/report.ts'

/**
 * The PAdES baseline level a signature has by what the file holds alone (ETSI EN 319 142-1 §6); null for what is none.
 * A document timestamp stands in for its own, and makes it B-LTA where it covers what the signature is validated by.
 */
export function levelOf(entry: Verified, assessment: Assessment, evidence: Evidence): BaselineLevel | null {
  const { check, field } = entry
  if (field.kind !== 'signature' || !check.isBaseline || check.failure) return null
  const { proof } = assessment
  const own = evidence.ofFile ? assess(entry, evidence.ofFile, proof) : assessment
  if (!own.stampedTime && proof.archives.length === 0) return 'B-B'
  if (!isLongTerm(own)) return 'B-T'
  const isArchived = proof.archives.some(
    (archive) => archive === (evidence.ofFile ?? evidence) || isLongTerm(assess(entry, archive, proof)),
  )
  return isArchived ? 'B-LTA' : 'B-LT'
}

const isLongTerm = ({ chain, stampChain }: Assessment): boolean =>
  chain !== undefined && isProvable(chain) && (stampChain === undefined || isProvable(stampChain))
