import type { PlatformContext } from '#api/platform/context.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { type BusinessProviders, isBusinessProvider, maySignIn } from './business-provider.ts'
import { providerFor } from './find-identity-provider.ts'
import { hasIdentity, removeAll } from './identity-repository.ts'
import { authorityFor } from './sign-on.ts'

/** Whether a company's provider signs this account in: it is connected, and the company still has a say in it. */
export async function isConnected(
  context: BusinessProviders & Pick<PlatformContext, 'config'>,
  db: Reader,
  account: { readonly id: string; readonly email: string },
): Promise<boolean> {
  if (!(await hasIdentity(db, account.id))) return false
  const provider = await providerFor(context, db, account.email)
  if (!provider) return false
  return !isBusinessProvider(provider) || maySignIn(context, db, provider, account)
}

/**
 * Of someone who is no longer a member of a business. Its provider was connected with their account without asking them, as the
 * business answers for its members; the account is their own from now on. They connect it themselves if they like, again too where
 * they had done so before. What the operator has set up stays.
 */
export async function disconnect(
  { config }: Pick<PlatformContext, 'config'>,
  tx: Transaction,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<void> {
  if (!authorityFor(config.identityProviders, email)) await removeAll(tx, accountId)
}
