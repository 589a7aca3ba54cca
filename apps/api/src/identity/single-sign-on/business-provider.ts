import type { Reader } from '#api/platform/db/transaction.ts'
import type { IdentityProvider } from '#api/platform/settings/identity-provider.ts'
import type { SignOnProblem } from '#api/providers/single-sign-on/port.ts'
import { isAuthorityFor } from './sign-on.ts'

/** The provider that the admins of a business set up. Its name is the business's, its domains those verified now. */
export interface BusinessProvider extends IdentityProvider {
  readonly businessId: string
  /** Another one after each change of the settings. */
  readonly revision: string
  readonly isRequired: boolean
  /** Whether sign-ins come back to an address that no other provider has. */
  readonly hasOwnRedirectUri: boolean
  /** Those of its domains whose record was there at the last look: by them alone accounts are made and linked. */
  readonly provedDomains: readonly string[]
}

export type TestResult =
  | 'ok'
  | SignOnProblem
  | 'cancelled'
  | 'email_missing'
  | 'email_unverified'
  | 'wrong_domain'

/** What businesses know, which are above identity: `app/` passes it in. */
export interface BusinessProviders {
  /** The provider of the business whose verified domain the email has. None where the operator has set up one. */
  readonly findProviderFor: (db: Reader, email: string) => Promise<BusinessProvider | null>
  /** The same by the settings that a sign-in began with; null once they are others, or gone. */
  readonly findProviderByRevision: (db: Reader, revision: string) => Promise<BusinessProvider | null>
  readonly findBusinessOfAccount: (db: Reader, accountId: string) => Promise<string | null>
  readonly recordProviderTest: (test: {
    readonly revision: string
    readonly testerId: string
    readonly result: TestResult
    readonly email: string | null
  }) => Promise<void>
}

export const isBusinessProvider = (provider: IdentityProvider): provider is BusinessProvider =>
  'revision' in provider

interface KnownAccount {
  readonly id: string
  readonly email: string
}

/**
 * Whether the provider of a business may sign this account in: never one with an address of other domains, and never one
 * that belongs to another business, whatever the provider says.
 */
export async function maySignIn(
  { findBusinessOfAccount }: BusinessProviders,
  db: Reader,
  provider: BusinessProvider,
  account: KnownAccount,
): Promise<boolean> {
  if (!isAuthorityFor(provider, account.email)) return false
  const businessId = await findBusinessOfAccount(db, account.id)
  return businessId === null || businessId === provider.businessId
}

/** No account: asked for where there is none, so that the work does not tell whether there is. */
export const nobodysId = '00000000-0000-0000-0000-000000000000'

/**
 * Who has to sign in with their company: `account` a member of the business that requires it, with an address of its
 * domains; `domain` all who have such an address and no account. An account that the business doesn't hold keeps its
 * password: its answer is `domain`, too.
 */
export async function usesCompany(
  { findProviderFor, findBusinessOfAccount }: BusinessProviders,
  db: Reader,
  email: string,
  account: { readonly id: string } | null,
): Promise<'account' | 'domain' | null> {
  const provider = await findProviderFor(db, email)
  if (!provider?.isRequired) return null
  const businessId = await findBusinessOfAccount(db, account?.id ?? nobodysId)
  return businessId === provider.businessId ? 'account' : 'domain'
}
