// The calls of an OpenAPI description, as far as a client needs to know them. Signing in is the client's own business.
export function operationsOf({ paths }) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.security.length > 0)
      .map(([method, operation]) => ({
        name: operation.operationId,
        method: method.toUpperCase(),
        path,
        summary: operation.description.split('\n\n')[0],
        params: parametersIn('path', operation),
        query: parametersIn('query', operation),
        body: bodyOf(operation),
        answer: answerOf(operation),
      })),
  )
  return operations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const parametersIn = (where, { parameters = [] }) =>
  parameters
    .filter((parameter) => parameter.in === where)
    .map(({ name, required, schema }) => ({ name, required: Boolean(required), schema }))

const bodyOf = ({ requestBody }) => requestBody?.content['application/json']?.schema ?? null

/** What comes back: a file by its first type, or JSON by its schema; null where there is nothing in it. */
function answerOf({ responses }) {
  const content = responses['200']?.content ?? {}
  const [type = 'application/json'] = Object.keys(content)
  const schema = content[type]?.schema ?? {}
  if (type !== 'application/json') return { kind: 'file', type }
  const isEmpty = schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0
  return isEmpty ? { kind: 'nothing' } : { kind: 'json', schema }
}

/** `createRequestV2` → `CreateRequestV2`. */
export const capitalised = (name) => name[0].toUpperCase() + name.slice(1)

export const referenceName = (reference) => reference.split('/').at(-1)

/** The shared schemas that these need, and those that they need, in the order of their names. */
export function usedSchemas(roots, schemas) {
  const used = new Set()
  const visit = (value) => {
    for (const [, name] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!used.has(name)) {
        used.add(name)
        visit(schemas[name])
      }
  }
  roots.forEach(visit)
  return [...used].toSorted((a, b) => (a < b ? -1 : 1))
}

export const rootsOf = (operations) =>
  operations.flatMap(({ params, query, body, answer }) => [
    ...[...params, ...query].map(({ schema }) => schema),
    body,
    answer.schema,
  ])
