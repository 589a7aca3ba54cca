import type { Reader } from '#api/db/transaction.ts'
import { hasIdentity } from '#api/single-sign-on/identity-repository.ts'
import { hasSecondFactor } from '#api/second-factors/repository.ts'
import { listVersions } from '#api/signer-groups/repository.ts'
import type { AccountTies } from './presenter.ts'

export async function findTies(db: Reader, accountId: string): Promise<AccountTies> {
  const [identity, factor, groups] = await Promise.all([
    hasIdentity(db, accountId),
    hasSecondFactor(db, accountId),
    listVersions(db, { accountId }),
  ])
  return { hasSso: identity, hasSecondFactor: factor, groups }
}
