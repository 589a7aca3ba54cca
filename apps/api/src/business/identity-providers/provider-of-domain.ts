import { list as listDomains } from '#api/business/business-domains/repository.ts'
import { statusOf as statusOfDomain } from '#api/business/business-domains/business-domain.ts'
import { domainOf } from '#api/platform/values/email-domain.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import type { BusinessProvider, BusinessProviders } from '#api/identity/single-sign-on/business-provider.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { decrypt } from '#api/platform/secrets/secret-box.ts'
import type { Context } from '#api/providers/context.ts'
import type { StoredProvider } from './identity-provider.ts'
import { recordProviderTest } from './record-provider-test.ts'
import * as repository from './repository.ts'

type Found = StoredProvider & { readonly businessName: string }

/** What signing in asks of businesses: see the interface. */
export function businessProviders(context: Context): BusinessProviders {
  const present = async (db: Reader, found: Found | null) =>
    found ? toBusinessProvider(context, db, found) : null
  return {
    findProviderFor: async (db, email) => {
      const domain = domainOf(email)
      if (isOperators(context, domain)) return null
      return present(db, await repository.findByDomain(db, domain))
    },
    findProviderByRevision: async (db, revision) =>
      present(db, await repository.findByRevision(db, revision)),
    findBusinessOfAccount: async (db, accountId) =>
      (await findMembership(db, accountId))?.business.id ?? null,
    recordProviderTest: (test) => recordProviderTest(context, test),
  }
}

/** The operator's setting stays: where it names a domain, no business has a say. */
export function isOperators({ config }: Pick<Context, 'config'>, domain: string): boolean {
  return config.identityProviders.some(({ domains }) => domains.includes(domain))
}

export async function toBusinessProvider(
  context: Pick<Context, 'config' | 'masterKey'>,
  db: Reader,
  found: Found,
): Promise<BusinessProvider> {
  const { businessId, revision, issuer, clientId, businessName, requiredAt, hasOwnRedirectUri } = found
  const domains = (await listDomains(db, businessId)).filter(
    (one) => statusOfDomain(one) === 'VERIFIED' && !isOperators(context, one.domain),
  )
  const secret = decrypt(context.masterKey, found.clientSecretEncrypted, repository.secretContext(businessId))
  return {
    ...{ businessId, revision, issuer, clientId, hasOwnRedirectUri },
    ...{ name: businessName, isRequired: requiredAt !== null },
    clientSecret: Buffer.from(secret).toString(),
    domains: domains.map(({ domain }) => domain),
    provedDomains: domains.filter(({ missingSince }) => !missingSince).map(({ domain }) => domain),
  }
}
