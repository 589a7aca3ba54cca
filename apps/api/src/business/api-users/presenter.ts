import type * as contract from '@countersign/contract/api-users.ts'
import type { ApiUser } from './api-user.ts'
import type { listApiRequests } from './request-repository.ts'
import type { KeyShownOnce } from './update-api-user.ts'

export function presentApiUser(apiUser: ApiUser): contract.ApiUser {
  return {
    username: apiUser.username,
    description: apiUser.description,
    scopes: [...apiUser.scopes],
    environment: apiUser.environment,
    createdAt: apiUser.createdAt.toISOString(),
    createdBy: apiUser.createdBy,
    keyCreatedAt: apiUser.keyCreatedAt.toISOString(),
    keyExpiresAt: apiUser.keyExpiresAt?.toISOString() ?? null,
    previousKeyExpiresAt: apiUser.previousKeyExpiresAt?.toISOString() ?? null,
    keyEnding: apiUser.keyEnding,
    lastUsedAt: apiUser.lastUsedAt?.toISOString() ?? null,
  }
}

/** The one answer that has the key. */
export function presentKey({ apiUser, key }: KeyShownOnce) {
  return { apiUser: presentApiUser(apiUser), username: apiUser.username, key }
}

export function presentApiRequests(
  found: Awaited<ReturnType<typeof listApiRequests>>,
  { page, size }: { readonly page: number; readonly size: number },
) {
  return {
    items: found.items.map(({ at, ...one }): contract.ApiRequest => ({ at: at.toISOString(), ...one })),
    page,
    size,
    total_items: found.total,
    total_is_capped: found.isCapped,
    total_pages: Math.ceil(found.total / size),
  }
}
