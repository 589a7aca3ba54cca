import { isSameMailbox } from '@countersign/contract/email.ts'
import type { IdentityProvider } from '@countersign/contract/identity-providers.ts'
import { listProved } from '#api/business/business-domains/repository.ts'
import { domainOf } from '#api/platform/values/email-domain.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { ownCallbackUri, sharedCallbackUri } from '#api/identity/single-sign-on/callback-uri.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import type { StoredProvider } from './identity-provider.ts'
import { presentProvider } from './presenter.ts'
import { isOperators } from './provider-of-domain.ts'
import * as repository from './repository.ts'

/** The state of the business's provider, as its admins see it. */
export async function showIdentityProvider(context: Context, businessId: string): Promise<IdentityProvider> {
  const { db } = context
  const provider = await repository.find(db, businessId)
  const proved = await listProved(db, businessId)
  return presentProvider(provider, {
    redirectUri: ownCallbackUri(context, businessId),
    formerRedirectUri: provider && !provider.hasOwnRedirectUri ? sharedCallbackUri(context) : null,
    domains: proved.filter((domain) => !isOperators(context, domain)),
    operatorDomains: proved.filter((domain) => isOperators(context, domain)),
    allowsRequirement: provider !== null && (await isRequirementAllowed(context, db, provider)),
  })
}

/**
 * Whether members may be made to sign in here: someone who is an admin still has come back from the provider as the person of
 * their own account, with these very settings, in a domain that is verified still. So at least they can sign in.
 */
export async function isRequirementAllowed(
  context: Pick<Context, 'config'>,
  db: Reader,
  { businessId, test }: StoredProvider,
): Promise<boolean> {
  if (test?.result !== 'ok' || test.testerId === null) return false
  const tester = await findAccount(db, test.testerId)
  if (!tester || !isSameMailbox(test.email ?? '', tester.email)) return false
  const membership = await findMembership(db, test.testerId)
  if (membership?.business.id !== businessId || membership.role !== 'admin') return false
  const domain = domainOf(tester.email)
  return !isOperators(context, domain) && (await listProved(db, businessId)).includes(domain)
}
