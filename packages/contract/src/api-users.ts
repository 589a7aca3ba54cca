import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ApiEnvironment, ApiScope, Id, Instant, line } from './values.ts'

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
  /** Its last four characters, so that people can recognise it. */
  keyEnding: z.string(),
  lastUsedAt: z.nullable(Instant),
})
export type ApiUser = z.infer<typeof ApiUser>

const Made = z.object({ apiUser: ApiUser, username: z.string(), key: z.string() })
const one = z.object({ id: Id })
const named = z.object({ id: Id, username: line(100, 1) })
const adminsOnly = ['not_found', 'business.not_allowed'] as const
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

export const createApiUser = endpoint({
  name: 'createApiUser',
  method: 'POST',
  path: '/v1/businesses/{id}/apis',
  summary: 'Create an API user. Its key is returned only once.',
  credential: 'user',
  params: one,
  /** The environment stays: what counts and what is a demonstration is told by the user name. */
  body: z.object({ ...described, environment: z._default(ApiEnvironment, 'PRODUCTION') }),
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
  summary: 'Replace an API user’s key. The previous key and its tokens are revoked.',
  credential: 'user',
  params: named,
  output: Made,
  errors: adminsOnly,
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
