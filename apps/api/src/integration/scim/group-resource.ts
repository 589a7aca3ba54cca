import { Id } from '@countersign/contract/values.ts'
import * as z from 'zod/mini'
import type { ProvisionedGroup } from '#api/business/provisioning/group-repository.ts'
import { oneLine, readAttributes, readExternalId } from './attribute-values.ts'
import { versionOf } from './route.ts'
import { invalid } from './scim-error.ts'

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export interface GroupState {
  readonly displayName: string
  readonly externalId: string | null
  readonly members: ReadonlySet<string>
}

const GroupBody = z.object({
  schemas: z.array(z.string()),
  displayName: z.optional(z.unknown()),
  externalId: z.optional(z.unknown()),
  members: z.optional(z.unknown()),
})

export function readGroup(body: unknown): GroupState {
  const { data } = z.safeParse(GroupBody, readAttributes(body, Object.keys(GroupBody.shape)))
  if (!data?.schemas.includes(groupSchema)) throw invalid('invalidSyntax', 'The body is no Group')
  return {
    displayName: readName(data.displayName),
    externalId: readExternalId(data.externalId),
    members: new Set(readMembers(data.members ?? [])),
  }
}

export function readName(given: unknown): string {
  const name = typeof given === 'string' ? oneLine(given) : ''
  if (name === '' || name.length > 200) throw invalid('invalidValue', 'displayName has 1 to 200 characters')
  return name
}

/** That a message names. */
export const mostMembers = 10_000

const Members = z.array(z.object({ value: Id })).check(z.maxLength(mostMembers))

/** Ids of users: groups in groups aren't known here. */
export function readMembers(given: unknown): string[] {
  const { data } = z.safeParse(Members, Array.isArray(given) ? given : [given])
  if (!data) throw invalid('invalidValue', 'members are ids of users')
  return data.map(({ value }) => value.toLowerCase())
}

/** RFC 7643 § 4.2. */
export function presentGroup(
  group: ProvisionedGroup,
  baseUrl: string,
  { withMembers }: { readonly withMembers: boolean },
) {
  const { id, displayName, externalId, members } = group
  const location = `${baseUrl}/Groups/${id}`
  const version = versionOf([id, displayName, externalId, members])
  return {
    schemas: [groupSchema],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
    ...(withMembers
      ? { members: members.map((value) => ({ value, type: 'User', $ref: `${baseUrl}/Users/${value}` })) }
      : {}),
    meta: {
      resourceType: 'Group',
      created: group.createdAt.toISOString(),
      lastModified: group.changedAt.toISOString(),
      location,
      version,
    },
  }
}
