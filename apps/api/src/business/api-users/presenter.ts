import type * as contract from '@countersign/contract/api-users.ts'
import type { ApiUser } from './api-user.ts'
import type { KeyShownOnce } from './change-api-user.ts'

export function presentApiUser(apiUser: ApiUser): contract.ApiUser {
  return {
    username: apiUser.username,
    description: apiUser.description,
    scopes: [...apiUser.scopes],
    environment: apiUser.environment,
    createdAt: apiUser.createdAt.toISOString(),
    createdBy: apiUser.createdBy,
    keyCreatedAt: apiUser.keyCreatedAt.toISOString(),
    keyEnding: apiUser.keyEnding,
    lastUsedAt: apiUser.lastUsedAt?.toISOString() ?? null,
  }
}

/** The one answer that has the key. */
export function presentKey({ apiUser, key }: KeyShownOnce) {
  return { apiUser: presentApiUser(apiUser), username: apiUser.username, key }
}
