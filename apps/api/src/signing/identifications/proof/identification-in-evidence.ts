import type { Reader } from '#api/platform/db/transaction.ts'
import { findProven } from './verified-identity-repository.ts'

/**
 * The identity verification that a signature rests on, as its evidence names it: who did it, when, and the number by which
 * the provider can be asked; undefined where it rests on none. Nothing else of what was found.
 */
export async function identificationInEvidence(
  db: Reader,
  identificationId: string | null | undefined,
): Promise<Record<string, unknown> | undefined> {
  const one = identificationId ? await findProven(db, identificationId) : null
  if (!one?.proven) return undefined
  const { level, evidenceId, identifiedAt = one.finished_at?.toISOString() } = one.proven
  const { id, provider, method, legislation } = one
  return {
    identificationId: id,
    provider,
    method,
    ...(evidenceId ? { evidenceId } : {}),
    level,
    legislation,
    ...(identifiedAt ? { identifiedAt } : {}),
  }
}
