import { mostResults } from './filter.ts'
import { groupSchema } from './group-resource.ts'
import { userSchema } from './user-resource.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'

/** RFC 7643 § 5: the features of this service. */
export const serviceProviderConfig = (baseUrl: string) => ({
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator of the business creates under “Company sign-in”.',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
})

/** RFC 7643 § 6. */
export const userResourceType = (baseUrl: string) => ({
  schemas: [`${core}:ResourceType`],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: 'A person of the business',
  schema: userSchema,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/User` },
})

export const groupResourceType = (baseUrl: string) => ({
  schemas: [`${core}:ResourceType`],
  id: 'Group',
  name: 'Group',
  endpoint: '/Groups',
  description: 'A group of the identity provider; the business chooses the role of its members',
  schema: groupSchema,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/Group` },
})

interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex'
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable'
  readonly description: string
  readonly required?: boolean
  readonly uniqueness?: 'none' | 'server'
  readonly multiValued?: boolean
  readonly subAttributes?: readonly object[]
}

const attribute = (given: Attribute) => ({
  multiValued: false,
  required: false,
  caseExact: false,
  returned: 'default',
  uniqueness: 'none',
  ...given,
})

const text = (name: string, mutability: Attribute['mutability'], description: string) =>
  attribute({ name, type: 'string', mutability, description })

/** RFC 7643 § 7. */
export const userSchemaDefinition = (baseUrl: string) => ({
  schemas: [`${core}:Schema`],
  id: userSchema,
  name: 'User',
  description: 'A person of the business',
  attributes: [
    attribute({
      ...{ name: 'userName', type: 'string', mutability: 'immutable', required: true, uniqueness: 'server' },
      description:
        'The email, at a verified domain of the business. Follows the email of a member’s account. Compared without regard to case.',
    }),
    attribute({
      ...{ name: 'name', type: 'complex', mutability: 'immutable' },
      description: 'Used when the account is created. Later the person’s own: changes are passed over.',
      subAttributes: [
        text('givenName', 'immutable', 'First name'),
        text('familyName', 'immutable', 'Last name'),
        text('formatted', 'readOnly', 'Both'),
      ],
    }),
    text('displayName', 'readOnly', 'The name, or the email where there is none'),
    attribute({
      ...{ name: 'timezone', type: 'string', mutability: 'readWrite' },
      description:
        'The time zone (IANA, such as “Europe/Zurich”). Emails name times in it, unless the person has set another one.',
    }),
    attribute({
      ...{ name: 'active', type: 'boolean', mutability: 'readWrite' },
      description: 'Whether the person belongs to the business or is invited to it.',
    }),
    attribute({
      ...{ name: 'emails', type: 'complex', mutability: 'readOnly', multiValued: true },
      description: 'The user name, as a list of one.',
      subAttributes: [
        text('value', 'readOnly', 'The email'),
        text('type', 'readOnly', '“work”'),
        attribute({ name: 'primary', type: 'boolean', mutability: 'readOnly', description: 'Always true' }),
      ],
    }),
  ],
  meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${userSchema}` },
})

export const groupSchemaDefinition = (baseUrl: string) => ({
  schemas: [`${core}:Schema`],
  id: groupSchema,
  name: 'Group',
  description: 'A group of the identity provider',
  attributes: [
    attribute({
      ...{
        name: 'displayName',
        type: 'string',
        mutability: 'readWrite',
        required: true,
        uniqueness: 'server',
      },
      description: 'The name, as administrators see it where they choose the role.',
    }),
    attribute({
      ...{ name: 'members', type: 'complex', mutability: 'readWrite', multiValued: true },
      description: 'The users in the group.',
      subAttributes: [
        text('value', 'immutable', 'The id of the user'),
        text('type', 'immutable', '“User”'),
        text('$ref', 'readOnly', 'The address of the user'),
      ],
    }),
  ],
  meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${groupSchema}` },
})
