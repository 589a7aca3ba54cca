import type { Context } from '#api/providers/context.ts'
import type { SigningPartyRow } from '#api/platform/db/tables.ts'
import * as repository from './repository.ts'
import { statusOf } from './seal.ts'

/** A right may be taken away, and a seal switched off, between the click and the signature: then there is none. */
export async function hasSealRight(
  context: Context,
  party: Extract<SigningPartyRow, { kind: 'seal' }>,
  accountId: string | undefined,
): Promise<boolean> {
  if (accountId === undefined) return false
  const seal = await repository.findById(context.db, party.sealId)
  if (!seal || statusOf(seal) !== 'READY') return false
  return repository.mayUse(context.db, seal.id, accountId)
}
