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
 * its holder has left the business. The documents stay theirs, and the way to them. An address without an account takes the same
 * work, so that the time of the answer does not tell it from one that has an account.
 */
export async function maySetPassword(
  context: BusinessProviders & Pick<PlatformContext, 'config'>,
  tx: Transaction,
  email: string,
  account: Account | null,
): Promise<boolean> {
  const isCompanys = (await usesCompany(context, tx, email, account)) === 'account'
  const provider = await providerFor(context, tx, email)
  if (!account || isCompanys) return false
  if (account.hasPassword || !provider) return true
  if (!isBusinessProvider(provider)) return false
  return (await context.findBusinessOfAccount(tx, account.id)) !== provider.businessId
}
