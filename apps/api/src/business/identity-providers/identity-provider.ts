import type { IdentityProviderStatus } from '@countersign/contract/identity-providers.ts'
import type { TestResult } from '#api/identity/single-sign-on/business-provider.ts'

export interface ProviderTest {
  readonly testedAt: Date
  readonly testerId: string | null
  readonly result: TestResult
  readonly email: string | null
}

/** The provider that a business has set up. */
export interface StoredProvider {
  readonly businessId: string
  /** Changes with the settings: what began with others doesn't count. */
  readonly revision: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecretEncrypted: Buffer
  readonly hasOwnRedirectUri: boolean
  readonly changedAt: Date
  readonly requiredAt: Date | null
  /** Of these settings. */
  readonly test: ProviderTest | null
}

export function statusOf({ requiredAt, test }: StoredProvider): IdentityProviderStatus {
  if (requiredAt) return 'REQUIRED'
  return test?.result === 'ok' ? 'TESTED' : 'SET_UP'
}
