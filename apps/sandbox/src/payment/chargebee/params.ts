import { wrongValue } from './errors.ts'

/**
 * Parameters of a request: `customer[id]`, `coupon_ids[0]`, `subscription_items[item_price_id][0]`. Those that it does not
 * know are ignored, as in the schemas of Chargebee's package.
 */
export interface Params {
  text(name: string): string | undefined
  required(name: string): string
  int(name: string): number | undefined
  flag(name: string): boolean | undefined
  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined
  /** Of `name[0]`, `name[1]` or one JSON array. */
  list(name: string): string[] | undefined
  /** Of `name[field]`. */
  fields(name: string): Record<string, string>
  /** The indexes of `name[field][index]`, in order. */
  indexes(name: string): number[]
  has(prefix: string): boolean
  entries(): [string, string][]
}

export function readParams(given: URLSearchParams): Params {
  const all = new Map(given)
  const text = (name: string) => all.get(name) || undefined
  return {
    text,
    required: (name) => {
      const value = text(name)
      if (value === undefined) throw wrongValue(name, 'cannot be blank')
      return value
    },
    int: (name) => {
      const value = text(name)
      if (value === undefined) return undefined
      if (!/^-?\d+$/.test(value)) throw wrongValue(name, 'should be an integer')
      return Number(value)
    },
    flag: (name) => {
      const value = text(name)
      if (value === undefined) return undefined
      if (value !== 'true' && value !== 'false') throw wrongValue(name, 'should be true or false')
      return value === 'true'
    },
    oneOf: (name, values) => {
      const value = text(name)
      if (value === undefined) return undefined
      const found = values.find((one) => one === value)
      if (!found) throw wrongValue(name, `should be one of ${values.join(', ')}`)
      return found
    },
    list: (name) => {
      const whole = text(name)
      if (whole !== undefined) return readArray(name, whole)
      const pattern = new RegExp(`^${name}\\[\\d+\\]$`)
      const found = [...all].filter(([key]) => pattern.test(key)).map(([, value]) => value)
      return found.length > 0 ? found.filter(Boolean) : undefined
    },
    fields: (name) => {
      const found = [...all].flatMap(([key, value]) => {
        const field = key.startsWith(`${name}[`) ? /^\[(\w+)\]$/.exec(key.slice(name.length))?.[1] : undefined
        return field ? [[field, value] as const] : []
      })
      return Object.fromEntries(found)
    },
    indexes: (name) => {
      const found = new Set<number>()
      for (const key of all.keys()) {
        const index = key.startsWith(`${name}[`) ? /\[(\d+)\]$/.exec(key)?.[1] : undefined
        if (index !== undefined) found.add(Number(index))
      }
      return [...found].sort((left, right) => left - right)
    },
    has: (prefix) => [...all.keys()].some((key) => key === prefix || key.startsWith(`${prefix}[`)),
    entries: () => [...all],
  }
}

export function readArray(name: string, value: string): string[] {
  if (!value.startsWith('[')) return value.split(',')
  try {
    const parsed: unknown = JSON.parse(value)
    if (Array.isArray(parsed)) return parsed.map(String)
  } catch {
    // Answered below, like any other value that is no list.
  }
  throw wrongValue(name, 'should be a list')
}

/** Of a parameter that is itself JSON, such as `metadata`. */
export function json(params: Params, name: string): unknown {
  const value = params.text(name)
  if (value === undefined) return undefined
  try {
    return JSON.parse(value)
  } catch {
    throw wrongValue(name, 'should be JSON')
  }
}
