/** One field of an answer. */
export interface Field {
  /** As the table of a test names it: `signatures[].delivery.state`. */
  readonly name: string
  /** With the places in its lists: `signatures[1].delivery.state`. */
  readonly path: string
  /** Null, too, of an object that isn't there: then it is one field, by its own name. */
  readonly value: string | number | boolean | null
}

/** Every field of an answer, at any depth. */
export function fieldsOf(value: unknown, name = '', path = ''): Field[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => fieldsOf(item, `${name}[]`, `${path}[${index}]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) =>
      fieldsOf(inner, name ? `${name}.${key}` : key, path ? `${path}.${key}` : key),
    )
  return value === undefined ? [] : [{ name, path, value: value as Field['value'] }]
}
