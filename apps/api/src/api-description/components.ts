import * as accounts from '@countersign/contract/accounts.ts'
import * as documents from '@countersign/contract/documents.ts'
import * as errors from '@countersign/contract/errors.ts'
import * as signatureRequests from '@countersign/contract/signature-requests.ts'
import * as signing from '@countersign/contract/signing.ts'
import * as values from '@countersign/contract/values.ts'
import * as z from 'zod/mini'

export type JsonSchema = Record<string, unknown>

/** The schemas that several calls share, each described once under `#/components/schemas`. */
export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  /** Describes a schema as it goes in or comes out; what is shared in it is referred to. */
  describe(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema
}

export function openComponents(): Components {
  const named = nameSchemas()
  const schemas: Record<string, JsonSchema> = {}
  return {
    schemas,
    describe(schema, io) {
      const { $defs, ...described } = z.toJSONSchema(schema, {
        io,
        metadata: named,
        target: 'draft-2020-12',
        unrepresentable: 'any',
      }) as JsonSchema & { $defs?: Record<string, JsonSchema> }
      const names = new Map<string, string>()
      for (const [name, definition] of Object.entries($defs ?? {}))
        names.set(name, place(schemas, name, definition, io))
      for (const [name, definition] of Object.entries($defs ?? {}))
        schemas[names.get(name) ?? name] = tidy(definition, names)
      return tidy(described, names)
    },
  }
}

/** An exported schema with a capital is one of the contract's nouns. */
function nameSchemas() {
  const named = z.registry<{ id: string }>()
  for (const noun of [values, errors, documents, accounts, signatureRequests, signing])
    for (const [name, value] of Object.entries(noun as Record<string, unknown>))
      if (/^[A-Z]/.test(name) && isSchema(value) && !named.has(value)) named.add(value, { id: name })
  return named
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

/** What goes in may differ from what comes out (defaults, trimmed text): then it has a name of its own. */
function place(
  schemas: Readonly<Record<string, JsonSchema>>,
  name: string,
  definition: JsonSchema,
  io: 'input' | 'output',
): string {
  const known = schemas[name]
  if (io === 'output' || !known) return name
  return JSON.stringify(tidy(definition, new Map())) === JSON.stringify(known) ? name : `${name}Input`
}

const readableFormats = new Set(['uuid', 'date-time', 'date', 'uri'])

/** References in OpenAPI's words; a pattern beside a format that says the same is only noise. */
function tidy<Value>(value: Value, names: ReadonlyMap<string, string>): Value {
  if (Array.isArray(value)) return value.map((entry) => tidy(entry, names)) as Value
  if (typeof value !== 'object' || value === null) return value
  const given = value as JsonSchema
  const entries = Object.entries(given)
    .filter(([key, inner]) => key !== '$schema' && !(key === 'id' && typeof inner === 'string'))
    .filter(([key]) => key !== 'pattern' || !readableFormats.has(String(given.format)))
    .map(([key, inner]) => [key, key === '$ref' ? reference(String(inner), names) : tidy(inner, names)])
  return Object.fromEntries(entries) as Value
}

function reference(local: string, names: ReadonlyMap<string, string>): string {
  const name = local.split('/').at(-1) ?? ''
  return `#/components/schemas/${names.get(name) ?? name}`
}
