import { canonicalEmail } from '@countersign/contract/email.ts'
import { lockEmailForUpdate } from '#api/identity/accounts/lock-repository.ts'
import {
  type AccountAddress,
  findExact,
  listRespelled,
  respell,
} from '#api/identity/accounts/respelling-repository.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { addOwnersAddress } from '#api/signing/signature-requests/lists/words-repository.ts'

/**
 * Each account under the canonical form of its address. Of two accounts of one mailbox the older one gets it; the other one keeps, or
 * gets, the form that the older one had, and the operator is told. Answers how many changed.
 */
export async function convertAccounts({ db }: Pick<Context, 'db'>): Promise<number> {
  let converted = 0
  for (const account of await listRespelled(db)) {
    const isConverted = await transaction(db, (tx) => convertAccount(tx, account))
    if (isConverted) converted += 1
  }
  return converted
}

async function convertAccount(tx: Transaction, account: AccountAddress): Promise<boolean> {
  const email = canonicalEmail(account.email)
  await lockEmailForUpdate(tx, email)
  const holder = await findExact(tx, email)
  if (holder && holder.createdAt <= account.createdAt) return false
  // Two accounts never have one address, not for a moment.
  const aside = `${holder?.id ?? ''}@moving.invalid`
  if (holder && !(await respell(tx, holder, aside))) return false
  const isMoved = await respell(tx, account, email)
  if (isMoved) await addOwnersAddress(tx, account.id, email)
  if (holder) {
    const theirs = isMoved ? account.email : email
    await respell(tx, { id: holder.id, email: aside }, theirs)
    if (isMoved) await addOwnersAddress(tx, holder.id, theirs)
  }
  return isMoved
}
