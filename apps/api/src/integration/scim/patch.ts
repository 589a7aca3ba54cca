import * as z from 'zod/mini'
import { readActive, readExternalId, readTimeZone } from './attribute-values.ts'
import { invalid } from './scim-error.ts'
import { refuseOtherUserName } from './user-name.ts'

export interface UserChange {
  readonly active?: boolean
  readonly externalId?: string | null
  readonly timeZone?: string | null
}

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group)$/i
const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:user:/i

const PatchBody = z.object({
  schemas: z.array(z.string()),
  Operations: z
    .array(
      z.object({ op: z.string(), path: z.optional(z.nullable(z.string())), value: z.optional(z.unknown()) }),
    )
    .check(z.minLength(1), z.maxLength(100)),
})

/** Of the core schema (RFC 7643 § 4.1) and its extensions: not stored, as the person's own account has them or nobody does. */
const notStored = new Set(
  [
    ['name', 'displayname', 'nickname', 'profileurl', 'title', 'usertype', 'preferredlanguage', 'locale'],
    ['password', 'emails', 'phonenumbers', 'ims', 'photos', 'addresses', 'entitlements'],
    ['roles', 'x509certificates', 'schemas'],
  ].flat(),
)

export interface Operation {
  readonly kind: 'add' | 'replace' | 'remove'
  readonly path: string
  readonly value: unknown
}

/**
 * RFC 7644 § 3.5.2: each with its path. Without one, the value has the attributes. Microsoft Entra ID writes `Replace` with a
 * capital letter.
 */
export function readOperations(body: unknown): Operation[] {
  const { data } = z.safeParse(PatchBody, body)
  if (!data?.schemas.includes(patchSchema)) throw invalid('invalidSyntax', 'The body is no PatchOp message')
  return data.Operations.flatMap(({ op, path, value }) => {
    const kind = op.toLowerCase()
    if (kind !== 'add' && kind !== 'replace' && kind !== 'remove')
      throw invalid('invalidSyntax', 'op is add, replace or remove')
    if (path != null && !coreSchema.test(path)) return [{ kind, path, value }]
    if (kind === 'remove') throw invalid('noTarget', 'An operation that removes needs a path')
    return attributesIn(value).flatMap(([name, each]) => {
      // Those of the core schema may be under its URN, once.
      const named = coreSchema.test(name) ? attributesIn(each) : [[name, each] as const]
      return named.map(([attribute, given]) => ({ kind, path: attribute, value: given }))
    })
  })
}

function attributesIn(value: unknown): [name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('invalidSyntax', 'Without a path, the value is an object')
  return Object.entries(value)
}

/** The change that the operations make to a user. */
export function readPatch(body: unknown, email: string): UserChange {
  const {
    userName = email,
    timezone,
    ...change
  } = readOperations(body).reduce<WrittenChange>(
    (written, { kind, path, value }) => ({ ...written, ...changeOf(path, kind === 'remove' ? null : value) }),
    {},
  )
  refuseOtherUserName(userName, email, change)
  const timeZone = timezone === undefined ? undefined : readTimeZone(timezone, change)
  return timeZone === undefined ? change : { ...change, timeZone }
}

type WrittenChange = Omit<UserChange, 'timeZone'> & {
  readonly userName?: unknown
  readonly timezone?: unknown
}

/** The change to one attribute; null removes it. */
function changeOf(path: string, value: unknown): WrittenChange {
  const bare = path.replace(corePrefix, '')
  // Of an extension, such as the enterprise user's department.
  if (/^urn:(?!ietf:params:scim:schemas:core:)/i.test(bare)) return {}
  const attribute = /^([a-z$][\w$-]*)(\[[^\]]*\])?(\.[\w$-]+)?$/i.exec(bare)?.[1]?.toLowerCase()
  switch (attribute) {
    case 'active':
      return { active: readActive(value) }
    case 'externalid':
      return { externalId: readExternalId(value) }
    case 'timezone':
      return { timezone: value ?? null }
    case 'username':
      return { userName: value ?? null }
    case 'id':
    case 'meta':
    case 'groups':
      throw invalid('mutability', `${attribute} is read-only`)
    default:
      if (attribute !== undefined && notStored.has(attribute)) return {}
      throw invalid('invalidPath', 'There is no such attribute')
  }
}
