import { type Endpoint, isBinary } from '@countersign/contract/endpoint.ts'
import { type EndpointGroup, endpointGroups, integrationGroups } from '@countersign/contract/endpoints.ts'
import { ApiError } from '@countersign/contract/errors.ts'
import { type JsonSchema, openComponents } from './components.ts'
import { integrationExamples } from './examples/examples.ts'
import { describeOperation } from './operation.ts'

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that `POST /v1/login` returns; valid for 24 hours.',
  },
  apiUser: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token that `POST /v2/access/login` returns for the name and key of an API user; valid for 20 minutes.',
  },
  directLink: {
    type: 'http',
    scheme: 'basic',
    description:
      'A signer without an account: the secret user ID of their link as user name, the ID of the signature request as password.',
  },
  directToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The `token` that `GET /v1/direct/user` returns; valid for an hour, for one signer.',
  },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A call repeated with the same key and body within 24 hours is processed once and returns the same response, even if the server stopped in between. The same key with a different body is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

/** Creating comes before what is done with one. */
const byPath = (a: Endpoint, b: Endpoint) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

const guideLink = 'New here? [Send your first request](/docs).'
const errorsInBrief = 'Every error is `{type, method, path, status, message, key}`; `key` doesn’t change.'

/** The calls of people and of the web app in OpenAPI 3.1, made from the contract: there is no second description to fall behind. */
export function describeApi(): JsonSchema {
  return describe(
    endpointGroups,
    'Countersign API',
    `Send documents for signature, sign them, follow them and verify them. ${guideLink}\n\nAPI users have [calls of their own](/docs/reference/integration), in part at the same addresses: their token decides which.\n\n${errorsInBrief}`,
  )
}

/** The calls of API users. */
export function describeIntegrationApi(): JsonSchema {
  return describe(
    integrationGroups,
    'Countersign integration API',
    `For programs: send documents for signature and follow them, as an API user of a business. [How to begin](/docs/integration)\n\nCalls for people have [their own reference](/docs/reference). Some share an address with the calls here; the token decides which applies. API users can also validate documents and, with the scope \`members\`, list the members of their business.\n\n${errorsInBrief}`,
  )
}

function describe(groups: readonly EndpointGroup[], title: string, description: string): JsonSchema {
  const components = openComponents(groups)
  const errorSchema = components.describe(ApiError, 'output')
  const paths: Record<string, JsonSchema> = {}
  const endpoints = groups.flatMap((group) => group.endpoints)
  for (const { output } of endpoints) if (!isBinary(output)) components.describe(output, 'output')
  for (const group of groups)
    for (const endpoint of group.endpoints.toSorted(byPath)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: describeOperation(
          endpoint,
          group.name,
          components,
          integrationExamples.get(endpoint.name),
        ),
      }
    }
  const schemas = Object.fromEntries(
    Object.entries({ ApiError: errorSchema, ...components.schemas }).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description,
      contact: { name: 'The operator of this installation' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    ...describeTags(groups),
    paths,
    components: { schemas, ...usedIn(paths) },
  }
}

/** What the operations refer to. */
function usedIn(paths: Record<string, JsonSchema>): JsonSchema {
  const text = JSON.stringify(paths)
  const schemes = Object.entries(securitySchemes).filter(([name]) => text.includes(`{"${name}":[]}`))
  return { securitySchemes: Object.fromEntries(schemes), parameters: { IdempotencyKey: idempotencyKey } }
}

/** The order of the tags, and the tasks that redoc groups them by. */
function describeTags(groups: readonly EndpointGroup[]): JsonSchema {
  const byTask = Map.groupBy(groups, ({ task }) => task)
  return {
    tags: groups.map(({ name, description }) => ({ name, description })),
    'x-tagGroups': [...byTask].map(([name, of]) => ({ name, tags: of.map((group) => group.name) })),
  }
}
