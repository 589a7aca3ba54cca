import type { ApiEnvironment, ApiScope } from '@countersign/contract/values.ts'

/** How many a business keeps at most. */
export const apiUsersAtMost = 100

/** How long a token lasts from signing in. */
export const tokenMinutes = 20

/** How long a token may be used before that is written down again. */
export const usedEverySeconds = 60

export interface ApiUser {
  readonly id: string
  readonly businessId: string
  /** Ours to give: known to nobody else, and never given twice. */
  readonly username: string
  readonly description: string
  readonly scopes: readonly ApiScope[]
  readonly environment: ApiEnvironment
  readonly keyEnding: string
  readonly keyCreatedAt: Date
  /** Null: it does not expire. */
  readonly keyExpiresAt: Date | null
  /** Until when the key before still works. */
  readonly previousKeyExpiresAt: Date | null
  readonly createdAt: Date
  /** Null where that account is gone. */
  readonly createdBy: { readonly id: string; readonly name: string } | null
  readonly lastUsedAt: Date | null
}

/**
 * `api_prod_lindenhof-ag_3f9a27c1`: says whose it is, and whether what it does counts, where it turns up in a client's
 * configuration. Clients in use look at how it begins.
 */
export function usernameOf(businessName: string, environment: ApiEnvironment, random: string): string {
  const words = businessName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .trim()
    .replaceAll(/[\s-]+/g, '-')
    .slice(0, 24)
    .replaceAll(/^-|-$/g, '')
  return `api_${environment === 'DEMO' ? 'demo' : 'prod'}_${words || 'business'}_${random}`
}

/** When a key that is made now stops working. */
export function expiryOf(now: Date, days: number | null): Date | null {
  return days === null ? null : new Date(now.getTime() + days * 86_400_000)
}

/** Each once, in the order of their names. */
export function tidyScopes(scopes: readonly ApiScope[]): ApiScope[] {
  return [...new Set(scopes)].toSorted()
}
