import type { EndpointGroup } from '@countersign/contract/endpoints.ts'
import { emailPattern } from '@countersign/contract/email-pattern.ts'
import * as errors from '@countersign/contract/errors.ts'
import * as values from '@countersign/contract/values.ts'
import * as z from 'zod/mini'

export type JsonSchema = Record<string, unknown>

/** The schemas that several calls share, each described once under `#/components/schemas`. */
export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  /** Describes a schema as it goes in or comes out; what is shared in it is referred to. */
  describe(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema
}

/** What comes out is to be described first: a schema that goes in differently gets a name of its own. */
export function openComponents(groups: readonly EndpointGroup[]): Components {
  const named = nameSchemas(groups)
  const schemas: Record<string, JsonSchema> = {}
  const out = new Map<string, JsonSchema>()
  return {
    schemas,
    describe(schema, io) {
      const { $defs = {}, ...described } = toJsonSchema(schema, io, named)
      if (io === 'output') for (const [name, definition] of Object.entries($defs)) out.set(name, definition)
      const nameOf = (name: string) => (io === 'input' && differs(name, $defs, out) ? `${name}Input` : name)
      for (const [name, definition] of Object.entries($defs)) schemas[nameOf(name)] = tidy(definition, nameOf)
      return tidy(described, nameOf)
    },
  }
}

type Definitions = Readonly<Record<string, JsonSchema>>

function toJsonSchema(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  metadata: ReturnType<typeof nameSchemas>,
) {
  return z.toJSONSchema(schema, {
    io,
    metadata,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    // Our answers may gain fields: a client must not take one it does not know for an error.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) as JsonSchema & { $defs?: Definitions }
}

/** Does a shared schema, or one within it, go in differently from how it comes out (a default, trimmed text)? */
function differs(name: string, given: Definitions, out: ReadonlyMap<string, JsonSchema>): boolean {
  const [goesIn, comesOut] = [given[name], out.get(name)]
  if (!goesIn || !comesOut) return false
  const text = JSON.stringify(goesIn)
  if (text !== JSON.stringify(comesOut)) return true
  const within = [...text.matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)].map(([, inner = '']) => inner)
  return within.some((inner) => inner !== name && differs(inner, given, out))
}

/** An exported schema with a capital is one of the contract's nouns. */
function nameSchemas(groups: readonly EndpointGroup[]) {
  const named = z.registry<{ id: string }>()
  for (const exports of [values, errors, ...groups.map((group) => group.exports)])
    for (const [name, value] of Object.entries<unknown>(exports))
      if (/^[A-Z]/.test(name) && isSchema(value) && !named.has(value)) named.add(value, { id: name })
  return named
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

const readableFormats = new Set(['uuid', 'date-time', 'date', 'uri'])
// "No control characters", which every text of ours has.
const withoutControls = /^\^\[\^\\u0000/

/** References in OpenAPI's words; a pattern that says what the format says, or next to nothing, is only noise. */
function tidy<Value>(value: Value, nameOf: (name: string) => string): Value {
  if (Array.isArray(value)) return value.map((entry) => tidy(entry, nameOf)) as Value
  if (typeof value !== 'object' || value === null) return value
  const given = portable(value as JsonSchema)
  const entries = Object.entries(given)
    .filter(([key, inner]) => key !== '$schema' && !(key === 'id' && typeof inner === 'string'))
    .filter(
      ([key, inner]) => key !== 'pattern' || !(isNoise(inner) || readableFormats.has(String(given.format))),
    )
    .map(([key, inner]) => [key, key === '$ref' ? reference(String(inner), nameOf) : tidy(inner, nameOf)])
  return Object.fromEntries(entries) as Value
}

/** Many tools don't know Unicode classes in patterns: an email is called by its format, other patterns are left to us. */
function portable({ pattern, ...more }: JsonSchema): JsonSchema {
  if (typeof pattern !== 'string' || !/\\p\{/i.test(pattern))
    return pattern === undefined ? more : { ...more, pattern }
  return pattern === emailPattern.source ? { ...more, format: 'email' } : more
}

function isNoise(pattern: unknown): boolean {
  return typeof pattern === 'string' && withoutControls.test(pattern)
}

function reference(local: string, nameOf: (name: string) => string): string {
  const name = local.split('/').at(-1) ?? ''
  return `#/components/schemas/${nameOf(name)}`
}
