import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, plainName, roleNameAtMost, wholeNumber, searchText } from './values.ts'

/** 7.10: signer groups: the first member to sign signs for all of them. */

/** As the caller gives it; an invalid email is refused by its place in the list. */
export const GroupMember = z.object({ email: Email, name: z.optional(z.nullable(plainName(200))) })
export type GroupMember = z.input<typeof GroupMember>

export const SignerGroup = z.object({
  id: Id,
  name: z.string(),
  /** Counts the changes: a change names the one it was made on. */
  version: z.int(),
  /** What a signature request keeps: the name and the members as they were. */
  version_id: Id,
  member_count: z.int(),
  /** With `includeMembers` and in the answer to a change; their order means nothing. */
  members: z.optional(z.array(z.object({ email: z.string(), name: z.nullable(z.string()) }))),
  created_at: Instant,
  updated_at: Instant,
})
export type SignerGroup = z.infer<typeof SignerGroup>

const name = plainName(roleNameAtMost, 1)
// How many there may be is the plan's to say; this only bounds what is read.
const members = z.array(GroupMember).check(z.minLength(1), z.maxLength(1000))
const one = z.object({ id: Id })

export const listSignerGroups = endpoint({
  name: 'listSignerGroups',
  method: 'GET',
  path: '/v3/groups',
  summary: 'List the account’s signer groups.',
  credential: 'user',
  query: z.object({
    page: z._default(wholeNumber(1, 1_000_000), 1),
    size: z._default(z.pipe(z.enum(['25', '50', '100']), z.transform(Number)), 25),
    sort: z._default(z.enum(['asc', 'desc']), 'asc'),
    sort_by: z._default(z.enum(['name', 'created_at', 'updated_at']), 'name'),
    /** In the name. */
    search: z.optional(searchText(200)),
  }),
  output: z.object({
    items: z.array(SignerGroup),
    page: z.int(),
    size: z.int(),
    total_items: z.int(),
    total_pages: z.int(),
    limits: z.object({ maxGroups: z.int(), maxParticipants: z.int() }),
  }),
})

export const getSignerGroup = endpoint({
  name: 'getSignerGroup',
  method: 'GET',
  path: '/v3/groups/{id}',
  summary: 'Get a signer group, optionally with its members.',
  credential: 'user',
  params: one,
  query: z.object({ includeMembers: z.optional(z.enum(['true', 'false'])) }),
  output: SignerGroup,
  errors: ['not_found'],
})

export const createSignerGroup = endpoint({
  name: 'createSignerGroup',
  method: 'POST',
  path: '/v3/groups',
  summary: 'Create a signer group: the first member to sign signs for everyone.',
  credential: 'user',
  body: z.object({ name, members }),
  output: SignerGroup,
  status: 201,
  errors: ['validation.failed', 'group.too_many', 'group.too_many_members'],
})

export const updateSignerGroup = endpoint({
  name: 'updateSignerGroup',
  method: 'PUT',
  path: '/v3/groups/{id}',
  summary: 'Update a signer group. Existing requests keep their signers.',
  credential: 'user',
  params: one,
  body: z.object({
    name: z.optional(name),
    members: z.optional(members),
    /** The version the change was made on: another one in between answers `group.changed`. */
    version: z.int().check(z.minimum(1)),
  }),
  output: SignerGroup,
  errors: ['not_found', 'validation.failed', 'group.changed', 'group.too_many_members'],
})

export const deleteSignerGroup = endpoint({
  name: 'deleteSignerGroup',
  method: 'DELETE',
  path: '/v1/groups/{id}',
  summary: 'Delete a signer group. Existing requests aren’t affected.',
  credential: 'user',
  params: one,
  errors: ['not_found'],
})
