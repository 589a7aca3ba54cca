import { declaredErrors, takesBody, takesKey } from '@countersign/contract/declared-errors.ts'
import { type Credential, type Endpoint, isBinary, isUpload } from '@countersign/contract/endpoint.ts'
import { errors } from '@countersign/contract/errors.ts'
import type { Components, JsonSchema } from './components.ts'
import type { CallExample } from './examples/examples.ts'
import { accessCode as accessCodeExample } from './examples/shapes.ts'

const security: Record<Credential, readonly Record<string, readonly string[]>[]> = {
  none: [],
  user: [{ bearer: [] }],
  direct: [{ directLink: [] }],
  'user-or-direct': [{ bearer: [] }, { directLink: [] }],
  token: [{ directToken: [] }],
  'direct-or-token': [{ directLink: [] }, { directToken: [] }],
  'api-user': [{ apiUser: [] }],
  'user-or-api-user': [{ bearer: [] }, { apiUser: [] }],
}

/** One call as an OpenAPI 3.1 operation. */
export function describeOperation(
  endpoint: Endpoint,
  tag: string,
  components: Components,
  example: CallExample = {},
): JsonSchema {
  const whole = summaryOf(endpoint)
  const scope = endpoint.scope && `An API user needs the scope \`${endpoint.scope}\`.`
  return {
    operationId: endpoint.name,
    summary: firstSentence(whole),
    description: scope ? `${whole}\n\n${scope}` : whole,
    tags: [tag],
    security: security[endpoint.credential],
    parameters: [
      ...parameters('path', endpoint, components, example.params),
      ...parameters('query', endpoint, components, example.query),
      ...(takesKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...accessCode(endpoint),
    ],
    ...(takesBody(endpoint) ? { requestBody: requestBody(endpoint, components, example) } : {}),
    responses: {
      [endpoint.status]: success(endpoint, components, example),
      ...refusals(endpoint),
    },
  }
}

/** The direct-sign calls are the same as their models: their summary says for whom they are. */
function summaryOf({ summary, credential }: Endpoint): string {
  return ['direct', 'token', 'direct-or-token'].includes(credential)
    ? `${summary} For a direct-sign visitor.`
    : summary
}

/** For lists, where there is room for a line. */
function firstSentence(text: string): string {
  return /^.*?\.(?= [A-Z]|$)/s.exec(text)?.[0] ?? text
}

/** Beside a schema, where there is one. */
function shown(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example }
}

function parameters(
  where: 'path' | 'query',
  endpoint: Endpoint,
  components: Components,
  examples: Readonly<Record<string, unknown>> = {},
): JsonSchema[] {
  const schema = components.describe(where === 'path' ? endpoint.params : endpoint.query, 'input')
  const required = new Set(schema.required as string[] | undefined)
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
    .filter(([name]) => !(endpoint.credential.endsWith('token') && name === 'token'))
    .map(([name, described]) => ({
      name,
      in: where,
      required: where === 'path' || required.has(name),
      schema: described,
      ...shown(examples[name]),
    }))
}

function accessCode({ accessCode: taken }: Endpoint): JsonSchema[] {
  if (!taken) return []
  const described = { schema: { type: 'string' }, example: accessCodeExample }
  return [{ name: 'X-Accesscode', in: 'header', required: taken === 'needed', ...described }]
}

function requestBody(endpoint: Endpoint, components: Components, { body }: CallExample): JsonSchema {
  if (!isUpload(endpoint.body)) {
    const json = { schema: components.describe(endpoint.body, 'input'), ...shown(body) }
    const form = endpoint.acceptsForm ? { 'application/x-www-form-urlencoded': json } : {}
    const picture = endpoint.picturePart && pictureForm(endpoint.picturePart.names[0])
    // A body whose members may all be left out may be left out too.
    const required = !endpoint.body.safeParse({}).success
    return { required, content: { 'application/json': json, ...form, ...picture } }
  }
  const [part, ...texts] = endpoint.formParts ?? ['file']
  const file = {
    type: 'object',
    properties: {
      [part]: { type: 'string', format: 'binary' },
      ...Object.fromEntries(texts.map((text) => [text, { type: 'string' }])),
    },
    required: [part],
  }
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: file },
      'application/json': { schema: components.describe(endpoint.body.upload, 'input'), ...shown(body) },
    },
  }
}

function pictureForm(name: string): JsonSchema {
  const properties = { [name]: { type: 'string', format: 'binary' } }
  return { 'multipart/form-data': { schema: { type: 'object', properties, required: [name] } } }
}

function success(endpoint: Endpoint, components: Components, { response }: CallExample): JsonSchema {
  const { output } = endpoint
  if (!isBinary(output)) {
    const schema = components.describe(output, 'output')
    return {
      description: 'Done.',
      ...limitHeaders(endpoint),
      content: { 'application/json': { schema, ...shown(response) } },
    }
  }
  const file = { schema: { type: 'string', format: 'binary' }, ...shown(response) }
  return {
    description: 'The file.',
    ...limitHeaders(endpoint),
    content: Object.fromEntries(output.binary.map((contentType) => [contentType, file])),
  }
}

/** Each status with the keys that it may have. */
function refusals(endpoint: Endpoint): JsonSchema {
  const byStatus = Map.groupBy(declaredErrors(endpoint), (key) => errors[key].status)
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, found]) => [
        status,
        {
          description: found.map((key) => `\`${key}\`: ${errors[key].message}`).join('\n\n'),
          ...([429, 503].includes(status) ? { headers: { 'Retry-After': retryAfter } } : {}),
          content: {
            'application/json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/ApiError' },
                  { type: 'object', properties: { key: { enum: found.toSorted() } } },
                ],
              },
            },
          },
        },
      ]),
  )
}

/** Of every response to an API user (draft-ietf-httpapi-ratelimit-headers). */
function limitHeaders({ credential }: Endpoint): JsonSchema {
  if (credential !== 'api-user') return {}
  const header = (description: string) => ({ schema: { type: 'string' }, description })
  return {
    headers: {
      RateLimit: header('Calls that remain (`r`), and seconds until the count starts again (`t`).'),
      'RateLimit-Policy': header('Quota of calls (`q`) in a window of seconds (`w`).'),
    },
  }
}

const retryAfter = { schema: { type: 'integer' }, description: 'Seconds to wait before retrying.' }
