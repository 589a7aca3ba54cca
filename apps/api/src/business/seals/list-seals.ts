import type * as contract from '@countersign/contract/seals.ts'
import { countSealing } from '#api/business/api-users/repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { presentSeal } from './presenter.ts'
import * as repository from './repository.ts'
import { type Seal, statusOf } from './seal.ts'

interface SealReader {
  readonly accountId: string
  readonly isAdmin: boolean
}

/** All seals of a business, for one of its admins. */
export async function listSealsOf(
  db: Reader,
  businessId: string,
  accountId: string,
): Promise<contract.Seal[]> {
  return showSeals(db, await repository.list(db, businessId), { accountId, isAdmin: true })
}

/** Those that a member may seal with now. */
export async function listOwnSeals(db: Reader, accountId: string): Promise<contract.Seal[]> {
  const own = await repository.listOf(db, accountId)
  const ready = own.filter((seal) => statusOf(seal) === 'READY')
  return showSeals(db, ready, { accountId, isAdmin: false })
}

/** All of one business. */
export async function showSeals(
  db: Reader,
  seals: readonly Seal[],
  reader: SealReader,
): Promise<contract.Seal[]> {
  const holders = await repository.listHolders(
    db,
    seals.map(({ id }) => id),
  )
  const [first] = seals
  const sealingApiUsers = first ? await countSealing(db, first.businessId) : 0
  return seals.map((seal) => presentSeal(seal, holders, { ...reader, sealingApiUsers }))
}
