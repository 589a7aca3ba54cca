import * as z from 'zod/mini'
import { isActive } from '#api/business/provisioning/provision-users.ts'
import type { ProvisionedUser } from '#api/business/provisioning/user-repository.ts'
import { oneLine, readActive, readAttributes, readExternalId, readTimeZone } from './attribute-values.ts'
import { versionOf } from './route.ts'
import { invalid } from './scim-error.ts'
import { emailOf } from './user-name.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

const nameParts = ['givenName', 'familyName']
const UserBody = z.object({
  schemas: z.array(z.string()),
  userName: z.string(),
  externalId: z.optional(z.unknown()),
  active: z.optional(z.unknown()),
  name: z.optional(
    z.pipe(
      z.transform((given) => readAttributes(given, nameParts)),
      z.object({ givenName: z.optional(z.string()), familyName: z.optional(z.string()) }),
    ),
  ),
  preferredLanguage: z.optional(z.unknown()),
  locale: z.optional(z.unknown()),
  timezone: z.optional(z.unknown()),
})

export interface GivenUser extends Attributes {
  readonly email: string
  readonly timeZone: string | null
}

interface Attributes {
  readonly externalId: string | null
  /** Undefined where it isn't said. */
  readonly active: boolean | undefined
  readonly givenName: string
  readonly familyName: string
  readonly languages: readonly (string | null)[]
}

/** Someone to add, as a provider sends them. */
export function readUser(body: unknown): GivenUser {
  const { userName, timezone, ...attributes } = readAttributesOfUser(body)
  const email = emailOf(userName)
  if (email === undefined) throw invalid('invalidValue', 'The user name is an email')
  return { email, ...attributes, timeZone: readTimeZone(timezone, {}) ?? null }
}

/** What a provider sends of someone; attributes that aren't stored are passed over (RFC 7644 § 3.3). */
export function readAttributesOfUser(
  body: unknown,
): Attributes & { readonly userName: string; readonly timezone: unknown } {
  const { data } = z.safeParse(UserBody, readAttributes(body, Object.keys(UserBody.shape)))
  if (!data?.schemas.includes(userSchema))
    throw invalid('invalidSyntax', 'The body is no User with a userName')
  const text = (given: unknown) => (typeof given === 'string' ? given : null)
  return {
    userName: data.userName,
    externalId: readExternalId(data.externalId),
    active: data.active === undefined ? undefined : readActive(data.active),
    givenName: nameOf(data.name?.givenName),
    familyName: nameOf(data.name?.familyName),
    languages: [text(data.preferredLanguage), text(data.locale)],
    timezone: data.timezone,
  }
}

const nameOf = (given: string | undefined): string => [...oneLine(given ?? '')].slice(0, 100).join('')

/** RFC 7643 § 4.1. The version covers all that is shown: it is another one after any change. */
export function presentUser(user: ProvisionedUser, baseUrl: string) {
  const { id, email, externalId, givenName, familyName, timeZone } = user
  const shown = {
    schemas: [userSchema],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName: email,
    name: { givenName, familyName, formatted: `${givenName} ${familyName}`.trim() },
    displayName: `${givenName} ${familyName}`.trim() || email,
    emails: [{ value: email, type: 'work', primary: true }],
    ...(timeZone === null ? {} : { timezone: timeZone }),
    active: isActive(user),
    meta: {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: user.changedAt.toISOString(),
      location: `${baseUrl}/Users/${id}`,
    },
  }
  return { ...shown, meta: { ...shown.meta, version: versionOf(shown) } }
}
