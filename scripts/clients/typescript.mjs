// The calls as TypeScript: one method each, typed by the contract's schemas.
import { capitalised, referenceName, rootsOf, usedSchemas } from './operations.mjs'

const head = `// Generated from the contract by \`npm run clients\`: don't edit it here.
import type { Send } from './send.ts'
`

export function typescriptCalls({ operations, schemas, errorKeys }) {
  const types = usedSchemas(rootsOf(operations), schemas).map(
    (name) => `export type ${name} = ${typeOf(schemas[name])}\n`,
  )
  const bodies = operations
    .filter(({ body }) => body)
    .map(({ name, body }) => `export type ${capitalised(name)}Body = ${typeOf(body)}\n`)
  const keys = `/** Every error key there is today. A later release may have more: compare with what you handle, and keep a default. */
export const errorKeys = [
${errorKeys.map((key) => `  '${key}',`).join('\n')}
] as const
export type ErrorKey = (typeof errorKeys)[number] | (string & {})
`
  return `${head}\n${keys}\n${types.join('\n')}\n${bodies.join('\n')}\n${callsClass(operations)}`
}

function callsClass(operations) {
  return `/** Every call of the integration API that takes a token, by its name in the API description. */
export class Calls {
  protected readonly send: Send

  constructor(send: Send) {
    this.send = send
  }
${operations.map(method).join('')}}
`
}

function method(operation) {
  const { name, method: verb, path, summary, params, query, body, answer } = operation
  const named = [...params, ...query]
  const given = [
    ...(named.length > 0 ? [`input: ${inputType(named)}`] : []),
    ...(body ? [`body: ${capitalised(name)}Body`] : []),
  ]
  const sent = [
    `method: '${verb}'`,
    `path: ${template(path)}`,
    ...(query.length > 0
      ? [`query: { ${query.map(({ name: key }) => `${key}: input.${key}`).join(', ')} }`]
      : []),
    ...(body ? ['body'] : []),
    `answer: '${answer.kind}'`,
    ...(answer.kind === 'file' ? [`accept: '${answer.type}'`] : []),
  ]
  const type = answerType(answer)
  const isOptional = named.length > 0 && named.every(({ required }) => !required) && !body
  const signature = isOptional ? given.map((one) => `${one} = {}`) : given
  return `
  /** ${summary} */
  ${name}(${signature.join(', ')}): Promise<${type}> {
    return this.send({ ${sent.join(', ')} }) as Promise<${type}>
  }
`
}

const inputType = (named) =>
  `{ ${named.map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${parameterType(schema)}`).join('; ')} }`

/** A parameter of digits alone is text in the description, as every parameter; a program has a number. */
const parameterType = (schema) =>
  schema.type === 'string' && schema.pattern?.startsWith('^\\d{') ? 'number | string' : typeOf(schema)

const template = (path) =>
  path.includes('{') ? `\`${path.replaceAll(/\{(\w+)\}/g, '${encodeURIComponent(input.$1)}')}\`` : `'${path}'`

function answerType(answer) {
  if (answer.kind === 'file') return 'Uint8Array'
  return answer.kind === 'nothing' ? 'void' : typeOf(answer.schema)
}

/** A JSON schema as a type. */
export function typeOf(schema) {
  if (!schema || Object.keys(schema).length === 0) return 'unknown'
  if (schema.$ref) return referenceName(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array') return `Array<${typeOf(schema.items)}>`
  if (schema.type === 'object') return objectType(schema)
  if (schema.type === 'integer') return 'number'
  return ['string', 'number', 'boolean', 'null'].includes(schema.type) ? schema.type : 'unknown'
}

function objectType({ properties = {}, required = [], additionalProperties }) {
  const entries = Object.entries(properties)
  if (entries.length === 0)
    return additionalProperties
      ? `Record<string, ${typeOf(additionalProperties)}>`
      : 'Record<string, unknown>'
  const members = entries.map(
    ([name, schema]) =>
      `${/^\w+$/.test(name) ? name : `'${name}'`}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `{ ${members.join('; ')} }`
}
