import type * as z from 'zod/mini'
import type { WrongField } from '#api/platform/refusal.ts'

/** Names that a call accepts in addition to those of its body. */
export interface KnownNames {
  /**
   * The answer of the same call where that may be sent back (PUT): what only the answer has can't be changed by the call, and is
   * no unknown name.
   */
  readonly answered?: z.ZodMiniType | undefined
  /** Known where their value says nothing. */
  readonly nullNames?: ReadonlySet<string> | undefined
}

/** The names in a body that its schema doesn't know, each by its path. */
export function unknownFields(
  body: z.ZodMiniType,
  given: unknown,
  { answered, nullNames = new Set() }: KnownNames = {},
): WrongField[] {
  const ofAnotherForm = new Set<Path>()
  return unknownNames(inner(body), given, answered && inner(answered), []).map((path) => ({
    field: path.join('.'),
    code: 'unknown_field',
    message: ofAnotherForm.has(path)
      ? 'Can’t be combined with the other fields given here'
      : 'This field is unknown here',
  }))

  function unknownNames(schema: Schema, value: unknown, known: Schema | undefined, at: Path): Path[] {
    if (schema.type === 'union') {
      const forms = formsOf(schema, value)
      const perForm = forms.map((form) => unknownNames(form, value, known, at))
      // Of forms with as many, the one that knows more of the way to them is meant.
      const meant = perForm.toSorted((a, b) => a.length - b.length || depth(b) - depth(a))[0] ?? []
      for (const path of meant)
        if (path.length === at.length + 1 && forms.some((form) => hasName(form, path.at(-1))))
          ofAnotherForm.add(path)
      return meant
    }
    if (schema.type === 'array') {
      if (!Array.isArray(value)) return []
      const element = known?.type === 'array' ? inner(known.element) : undefined
      return value.flatMap((one, index) => unknownNames(inner(schema.element), one, element, [...at, index]))
    }
    if (schema.type !== 'object' || !isObject(value)) return []
    const shown = known?.type === 'object' ? known.shape : {}
    return Object.entries(value).flatMap(([name, member]): Path[] => {
      const path = [...at, name]
      const own = valueOf(schema.shape, name)
      const also = valueOf(shown, name)
      if (own) return unknownNames(inner(own), member, also && inner(also), path)
      return also || (saysNothing(member) && nullNames.has(name)) ? [] : [path]
    })
  }
}

type Path = readonly (string | number)[]

/** Of several forms those that an object can have, if it is one. */
function formsOf({ options }: Extract<Schema, { type: 'union' }>, value: unknown): Schema[] {
  const forms = options.map((option) => inner(option))
  return isObject(value) ? forms.filter(({ type }) => type !== 'scalar') : forms
}

const depth = (paths: readonly Path[]): number => paths.reduce((sum, path) => sum + path.length, 0)
const hasName = (form: Schema, name: string | number | undefined): boolean =>
  form.type === 'object' && typeof name === 'string' && Object.hasOwn(form.shape, name)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const saysNothing = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0)
const valueOf = (shape: Readonly<Record<string, z.core.$ZodType>>, name: string) =>
  Object.hasOwn(shape, name) ? shape[name] : undefined

type Schema =
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, z.core.$ZodType>> }
  | { readonly type: 'array'; readonly element: z.core.$ZodType }
  | { readonly type: 'union'; readonly options: readonly z.core.$ZodType[] }
  | { readonly type: 'scalar' }
  /** With any names, or none. */
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
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'enum':
    case 'literal':
      return { type: 'scalar' }
    default:
      return { type: 'other' }
  }
}
