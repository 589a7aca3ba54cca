import type * as contract from '@countersign/contract/identity-providers.ts'
import { type StoredProvider, statusOf } from './identity-provider.ts'

/** Everything but the secret. */
export function presentProvider(
  provider: StoredProvider | null,
  around: {
    readonly redirectUri: string
    readonly formerRedirectUri: string | null
    readonly domains: string[]
    readonly operatorDomains: string[]
    readonly allowsRequirement: boolean
  },
): contract.IdentityProvider {
  const { allowsRequirement, ...shown } = around
  const { test } = provider ?? {}
  return {
    ...shown,
    status: provider ? statusOf(provider) : 'NOT_SET_UP',
    issuer: provider?.issuer ?? null,
    clientId: provider?.clientId ?? null,
    changedAt: provider?.changedAt.toISOString() ?? null,
    requiredAt: provider?.requiredAt?.toISOString() ?? null,
    test: test
      ? { testedAt: test.testedAt.toISOString(), result: test.result, email: test.email, allowsRequirement }
      : null,
  }
}
