import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Paged, Paging } from './templates.ts'
import { ApiEnvironment, ApiScope, Id, Instant, line, searchText } from './values.ts'

/** 7.1.21 to 7.1.25: API users of a business. A key is shown once, when it is created; we store its hash. */

export const ApiUser = z.object({
  username: z.string(),
  description: z.string(),
  scopes: z.array(ApiScope),
  environment: ApiEnvironment,
  createdAt: Instant,
  createdBy: z.nullable(z.object({ id: Id, name: z.string() })),
  /** When the current key was created. */
  keyCreatedAt: Instant,
  /** When the key stops working; null: never. */
  keyExpiresAt: z.nullable(Instant),
  /** Until when the key before this one still works. */
  previousKeyExpiresAt: z.nullable(Instant),
  /** Its last four characters, so that people can recognise it. */
  keyEnding: z.string(),
  lastUsedAt: z.nullable(Instant),
})
export type ApiUser = z.infer<typeof ApiUser>

const Made = z.object({ apiUser: ApiUser, username: z.string(), key: z.string() })
const one = z.object({ id: Id })
const named = z.object({ id: Id, username: line(100, 1) })
const adminsOnly = ['not_found', 'business.not_allowed'] as const
const keyLifetime = {
  /** Null: it does not expire. */
  keyExpiresInDays: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(730))), null),
}
const described = { description: line(200), scopes: z.array(ApiScope).check(z.minLength(1), z.maxLength(20)) }

export const listApiUsers = endpoint({
  name: 'listApiUsers',
  method: 'GET',
  path: '/v1/businesses/{id}/apis',
  summary: 'List the business’s API users. For administrators.',
  credential: 'user',
  params: one,
  output: z.object({ apiUsers: z.array(ApiUser) }),
  errors: adminsOnly,
})

export const listSharingApiUsers = endpoint({
  name: 'listSharingApiUsers',
  method: 'GET',
  path: '/v1/businesses/{id}/shared-apis',
  summary:
    'List the API users whose requests the business’s members see. Empty unless the business shares them. For members.',
  credential: 'user',
  params: one,
  output: z.object({ apiUsers: z.array(z.object({ username: z.string(), description: z.string() })) }),
  errors: ['not_found'],
})

export const createApiUser = endpoint({
  name: 'createApiUser',
  method: 'POST',
  path: '/v1/businesses/{id}/apis',
  summary: 'Create an API user. Its key is returned only once.',
  credential: 'user',
  params: one,
  /** The environment stays: what counts and what is a demonstration is told by the user name. */
  body: z.object({ ...described, ...keyLifetime, environment: z._default(ApiEnvironment, 'PRODUCTION') }),
  status: 201,
  output: Made,
  errors: [
    'business.payment_required',
    'plan.not_included',
    ...adminsOnly,
    'business.too_many_api_users',
    'validation.failed',
  ],
})

export const updateApiUser = endpoint({
  name: 'updateApiUser',
  method: 'PUT',
  path: '/v1/businesses/{id}/apis/{username}',
  summary: 'Update an API user’s description and scopes.',
  credential: 'user',
  params: named,
  body: z.object({ description: described.description, scopes: z.optional(described.scopes) }),
  output: ApiUser,
  errors: [...adminsOnly, 'validation.failed'],
})

export const resetApiUser = endpoint({
  name: 'resetApiUser',
  method: 'PUT',
  path: '/v1/businesses/{id}/apis/{username}/reset',
  summary: 'Replace an API user’s key. The previous key is revoked at once, or works for some more hours.',
  credential: 'user',
  params: named,
  body: z.object({
    ...keyLifetime,
    /** How long the previous key still works, so that programs can be changed one after the other. */
    keepPreviousForHours: z._default(z.int().check(z.minimum(0), z.maximum(168)), 0),
  }),
  output: Made,
  errors: [...adminsOnly, 'validation.failed'],
})

export const deleteApiUser = endpoint({
  name: 'deleteApiUser',
  method: 'DELETE',
  path: '/v1/businesses/{id}/apis/{username}',
  summary: 'Delete an API user. Its key and tokens are revoked.',
  credential: 'user',
  params: named,
  errors: adminsOnly,
})

/** One call that an API user made: neither what was sent nor what was answered. */
export const ApiRequest = z.object({
  at: Instant,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  milliseconds: z.int(),
  /** Of a refused call. */
  errorKey: z.nullable(z.string()),
})
export type ApiRequest = z.infer<typeof ApiRequest>

export const listApiRequests = endpoint({
  name: 'listApiRequests',
  method: 'GET',
  path: '/v1/businesses/{id}/apis/{username}/requests',
  summary: 'List the calls an API user made in the last seven days, newest first.',
  credential: 'user',
  params: named,
  query: z.object({
    ...Paging,
    /** Only calls that were refused or failed. */
    failed: z.optional(z.enum(['true', 'false'])),
    /** Part of the path. */
    search: z.optional(searchText(200)),
  }),
  output: z.object({ ...Paged, items: z.array(ApiRequest), total_is_capped: z.boolean() }),
  errors: [...adminsOnly, 'validation.failed'],
})
