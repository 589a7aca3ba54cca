import {
  type BusinessProviders,
  isBusinessProvider,
  usesCompany,
} from '#api/identity/single-sign-on/business-provider.ts'
import { providerFor } from '#api/identity/single-sign-on/find-identity-provider.ts'
import type { PlatformContext } from '#api/platform/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Account } from '../account.ts'

/**
 * An account that was made by company sign-in sets a password once the company no longer signs it in: the provider was removed, or
 * its holder has left the business. The documents stay theirs, and the way to them.
 */
export async function maySetPassword(
  context: BusinessProviders & Pick<PlatformContext, 'config'>,
  tx: Transaction,
  account: Account,
): Promise<boolean> {
  if ((await usesCompany(context, tx, account.email, account)) === 'account') return false
  if (account.hasPassword) return true
  const provider = await providerFor(context, tx, account.email)
  if (!provider || !isBusinessProvider(provider)) return provider === null
  return (await context.findBusinessOfAccount(tx, account.id)) !== provider.businessId
}
