import type * as z from 'zod/mini'
import type { WrongField } from '#api/platform/refusal.ts'

/**
 * The names in a body that its schema doesn't know, each by its path. `answered` is the answer of the same call where that
 * may be sent back (PUT): what only the answer has can't be changed by the call, and is no unknown name.
 */
export function unknownFields(body: z.ZodMiniType, given: unknown, answered?: z.ZodMiniType): WrongField[] {
  return unknownNames(inner(body), given, answered && inner(answered), []).map((path) => ({
    field: path.join('.'),
    code: 'unknown_field',
    message: 'This field is unknown here',
  }))
}

type Path = readonly (string | number)[]

function unknownNames(schema: Schema, given: unknown, answered: Schema | undefined, at: Path): Path[] {
  if (schema.type === 'union') {
    const perOption = schema.options.map((option) => unknownNames(inner(option), given, answered, at))
    return perOption.toSorted((a, b) => a.length - b.length)[0] ?? []
  }
  if (schema.type === 'array') {
    if (!Array.isArray(given)) return []
    const known = answered?.type === 'array' ? inner(answered.element) : undefined
    return given.flatMap((one, index) => unknownNames(inner(schema.element), one, known, [...at, index]))
  }
  if (schema.type !== 'object' || typeof given !== 'object' || given === null || Array.isArray(given))
    return []
  const known = answered?.type === 'object' ? answered.shape : {}
  return Object.entries(given).flatMap(([name, value]): Path[] => {
    const path = [...at, name]
    const own = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    const shown = Object.hasOwn(known, name) ? known[name] : undefined
    if (own) return unknownNames(inner(own), value, shown && inner(shown), path)
    return shown ? [] : [path]
  })
}

type Schema =
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, z.core.$ZodType>> }
  | { readonly type: 'array'; readonly element: z.core.$ZodType }
  | { readonly type: 'union'; readonly options: readonly z.core.$ZodType[] }
  | { readonly type: 'other' }

/** What a schema is under its optional, nullable, default and transforming layers. */
function inner(schema: z.core.$ZodType): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return inner(def.innerType)
    case 'pipe':
      return inner(def.in)
    case 'object':
      return { type: 'object', shape: def.shape }
    case 'array':
      return { type: 'array', element: def.element }
    case 'union':
      return { type: 'union', options: def.options }
    default:
      return { type: 'other' }
  }
}
