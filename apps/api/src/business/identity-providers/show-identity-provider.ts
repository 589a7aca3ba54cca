import type { IdentityProvider } from '@countersign/contract/identity-providers.ts'
import { listProved } from '#api/business/business-domains/repository.ts'
import { domainOf } from '#api/business/business-domains/domain-name.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { callbackUri } from '#api/identity/single-sign-on/sign-on.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { allowsRequirement, type StoredProvider } from './identity-provider.ts'
import { presentProvider } from './presenter.ts'
import { isOperators } from './provider-of-domain.ts'
import * as repository from './repository.ts'

/** How the business's provider stands, as its admins see it. */
export async function showIdentityProvider(context: Context, businessId: string): Promise<IdentityProvider> {
  const { db } = context
  const provider = await repository.find(db, businessId)
  const proved = await listProved(db, businessId)
  return presentProvider(provider, {
    redirectUri: callbackUri(context),
    domains: proved.filter((domain) => !isOperators(context, domain)),
    operatorDomains: proved.filter((domain) => isOperators(context, domain)),
    allowsRequirement: provider !== null && (await isRequirementAllowed(context, db, provider)),
  })
}

/** Whether the last test was made by someone who is an admin still, as themselves, in a domain that is verified still. */
export async function isRequirementAllowed(
  context: Pick<Context, 'config'>,
  db: Reader,
  provider: StoredProvider,
): Promise<boolean> {
  const testerId = provider.test?.testerId
  const tester = testerId ? await findAccount(db, testerId) : null
  const membership = tester && (await findMembership(db, tester.id))
  if (!tester || membership?.business.id !== provider.businessId) return false
  const domain = domainOf(tester.email)
  const isVerified = (await listProved(db, provider.businessId)).includes(domain)
  if (!isVerified || isOperators(context, domain)) return false
  return allowsRequirement(provider, { email: tester.email, isAdmin: membership.role === 'admin' })
}
