import { findAccountIds } from '#api/accounts/find-account-ids.ts'
import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { makeSigningLink } from '#api/direct-links/signing-link.ts'
import type { Signature } from './signature-request.ts'

/** Whoever has an account of that e-mail signs as that account; everyone else gets a link of their own. */
export async function becomeReachable(
  context: Context,
  tx: Transaction,
  signatures: readonly Signature[],
): Promise<Signature[]> {
  const unreached = signatures.filter((signature) => !signature.accountId && !signature.link)
  const accounts = await findAccountIds(
    tx,
    unreached.map((signature) => signature.email),
  )
  return signatures.map((signature) => {
    if (signature.accountId || signature.link) return signature
    const accountId = accounts.get(signature.email)
    return accountId
      ? { ...signature, accountId }
      : { ...signature, link: makeSigningLink(context, signature.id) }
  })
}
