import { lockEmailForUpdate } from '#api/identity/accounts/lock-repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import * as observers from '#api/signing/observers/repository.ts'
import { refreshAccess } from '../lists/access-repository.ts'
import { adoptMembers, listMembersWaitingFor } from './members-repository.ts'
import { lockRowForNoKeyUpdate } from '../lock-repository.ts'
import { adoptOf, listSignedByEmail } from './signer-repository.ts'

/**
 * A new account finds what its (confirmed) email was asked to sign before, and on what it looks. The links it was sent stay good. Each
 * request is locked first, in one order for all: anyone who is changing it would write the old signer back.
 * What a deleted account with this email was asked stays with the link it was mailed.
 */
export async function adoptSignatures(tx: Transaction, accountId: string, email: string): Promise<void> {
  await lockEmailForUpdate(tx, email)
  const waiting = await listSignedByEmail(tx, email)
  const observed = await observers.listWaitingFor(tx, email)
  const grouped = await listMembersWaitingFor(tx, email)
  const ids = new Set([...waiting, ...observed, ...grouped])
  for (const id of [...ids].toSorted()) {
    await lockRowForNoKeyUpdate(tx, id)
    await adoptOf(tx, id, { accountId, email })
    await adoptMembers(tx, id, { id: accountId, email })
    await observers.adopt(tx, id, { id: accountId, email })
    await refreshAccess(tx, id)
  }
}
