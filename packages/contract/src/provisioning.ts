import * as z from 'zod/mini'
import { BusinessRole } from './businesses.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, line } from './values.ts'

/** Tokens by which a business's identity provider adds and deactivates its people (SCIM 2.0, at /scim/v2). */

export const ScimToken = z.object({
  id: Id,
  name: z.string(),
  /** Its last four characters, to tell it from others. */
  ending: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: z.nullable(Instant),
})
export type ScimToken = z.infer<typeof ScimToken>

const one = z.object({ id: Id })
const adminsOnly = ['not_found', 'business.not_allowed'] as const

export const listScimTokens = endpoint({
  name: 'listScimTokens',
  method: 'GET',
  path: '/v1/businesses/{id}/scim-tokens',
  summary: 'List the SCIM tokens of a business that are still valid. For administrators.',
  credential: 'user',
  params: one,
  output: z.object({
    /** What the identity provider calls. */
    url: z.string(),
    tokens: z.array(ScimToken),
  }),
  errors: adminsOnly,
})

export const createScimToken = endpoint({
  name: 'createScimToken',
  method: 'POST',
  path: '/v1/businesses/{id}/scim-tokens',
  summary: 'Create a SCIM token. It is shown once.',
  credential: 'user',
  params: one,
  body: z.object({
    name: line(100, 1),
    /** Days until it expires. */
    days: z.int().check(z.minimum(1), z.maximum(730)),
  }),
  status: 201,
  output: z.object({ token: z.string(), details: ScimToken }),
  errors: [...adminsOnly, 'business.too_many_scim_tokens', 'validation.failed'],
})

export const revokeScimToken = endpoint({
  name: 'revokeScimToken',
  method: 'DELETE',
  path: '/v1/businesses/{id}/scim-tokens/{tokenId}',
  summary: 'Revoke a SCIM token at once. The people it provisioned remain.',
  credential: 'user',
  params: z.object({ id: Id, tokenId: Id }),
  errors: adminsOnly,
})

/** A group of the identity provider, and the role that its members get in the business. */
export const ProvisionedGroup = z.object({
  id: Id,
  name: z.string(),
  role: BusinessRole,
  members: z.int(),
})
export type ProvisionedGroup = z.infer<typeof ProvisionedGroup>

export const listProvisionedGroups = endpoint({
  name: 'listProvisionedGroups',
  method: 'GET',
  path: '/v1/businesses/{id}/provisioned-groups',
  summary: 'List the groups that the identity provider has provisioned. For administrators.',
  credential: 'user',
  params: one,
  output: z.object({ groups: z.array(ProvisionedGroup) }),
  errors: adminsOnly,
})

export const mapProvisionedGroup = endpoint({
  name: 'mapProvisionedGroup',
  method: 'PUT',
  path: '/v1/businesses/{id}/provisioned-groups/{groupId}',
  summary: 'Choose the role that the members of a provisioned group get.',
  credential: 'user',
  params: z.object({ id: Id, groupId: Id }),
  body: z.object({ role: BusinessRole }),
  output: ProvisionedGroup,
  errors: [...adminsOnly, 'business.last_admin'],
})
