import {
  type BusinessProviders,
  isBusinessProvider,
  nobodysId,
} from '#api/identity/single-sign-on/business-provider.ts'
import { providerFor } from '#api/identity/single-sign-on/find-identity-provider.ts'
import type { PlatformContext } from '#api/platform/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Account } from '../account.ts'

/**
 * An account that was made by company sign-in sets a password once the company no longer signs it in: the provider was removed, or
 * its holder has left the business. The documents stay theirs, and the way to them. The same statements run
 * for an address without an account, so that the time of the answer does not tell it from one that has an account.
 */
export async function maySetPassword(
  context: BusinessProviders & Pick<PlatformContext, 'config'>,
  tx: Transaction,
  email: string,
  account: Account | null,
): Promise<boolean> {
  const provider = await providerFor(context, tx, email)
  const businessId = await context.findBusinessOfAccount(tx, account?.id ?? nobodysId)
  if (!account) return false
  if (!provider) return true
  if (!isBusinessProvider(provider)) return account.hasPassword
  if (businessId !== provider.businessId) return true
  return account.hasPassword && !provider.isRequired
}
