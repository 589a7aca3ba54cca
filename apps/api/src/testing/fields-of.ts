/** One field of an answer that has a value. */
export interface Field {
  /** As the table of a test names it: `signatures[].delivery.state`. */
  readonly name: string
  /** With the places in its lists: `signatures[1].delivery.state`. */
  readonly path: string
  readonly value: string | number | boolean
}

/** Every field of an answer that has a value: what is null is as good as left out. */
export function fieldsOf(value: unknown, name = '', path = ''): Field[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => fieldsOf(item, `${name}[]`, `${path}[${index}]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) =>
      fieldsOf(inner, name ? `${name}.${key}` : key, path ? `${path}.${key}` : key),
    )
  return value === null || value === undefined ? [] : [{ name, path, value: value as Field['value'] }]
}
