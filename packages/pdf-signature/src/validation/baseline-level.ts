import { isProvable } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import { hear } from './hearing.ts'
import type { Hearing } from './hearing.ts'
import type { Verified } from './verified.ts'
import type { BaselineLevel } from './report.ts'

/**
 * The PAdES baseline level a signature has by what the file holds alone (ETSI EN 319 142-1 §6); null for what is none.
 * A document timestamp stands in for its own, and makes it B-LTA where it covers what the signature is validated by.
 */
export function levelOf(entry: Verified, hearing: Hearing, evidence: Evidence): BaselineLevel | null {
  const { check, field } = entry
  if (field.kind !== 'signature' || !check.isBaseline || check.failure) return null
  const { proof } = hearing
  const own = evidence.ofFile ? hear(entry, evidence.ofFile, proof) : hearing
  if (!own.stampedTime && proof.archives.length === 0) return 'B-B'
  if (!isLongTerm(own)) return 'B-T'
  const isArchived = proof.archives.some(
    (archive) => archive === (evidence.ofFile ?? evidence) || isLongTerm(hear(entry, archive, proof)),
  )
  return isArchived ? 'B-LTA' : 'B-LT'
}

const isLongTerm = ({ chain, stampChain }: Hearing): boolean =>
  chain !== undefined && isProvable(chain) && (stampChain === undefined || isProvable(stampChain))
