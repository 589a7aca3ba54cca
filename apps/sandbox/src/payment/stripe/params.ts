import { invalid, missing, unknownParameter } from './errors.ts'

type Value = string | Value[] | { [name: string]: Value }
export type Tree = { [name: string]: Value }

/** Parameters of a form, by the names in their brackets: `items[0][price]`, `metadata[order]`, `expand[]`. */
export function readTree(given: URLSearchParams): Tree {
  const tree: Tree = {}
  for (const [key, value] of given) {
    const names = [...key.matchAll(/\[([^\]]*)\]/g)].map(([, name]) => name ?? '')
    place(tree, [key.split('[')[0] ?? '', ...names], value)
  }
  return unfold(tree) as Tree
}

function place(tree: Tree, path: readonly string[], value: string): void {
  let at = tree
  for (const [index, name] of path.entries()) {
    if (['__proto__', 'constructor', 'prototype'].includes(name)) throw unknownParameter(name)
    const key = name === '' ? String(Object.keys(at).length) : name
    if (index === path.length - 1) {
      at[key] = value
      return
    }
    const next = (at[key] ??= {})
    if (typeof next === 'string' || Array.isArray(next)) throw invalid(path.join('.'), 'Invalid object')
    at = next
  }
}

/** Names that are all numbers make a list. */
function unfold(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, part]) => [name, unfold(part)] as const)
  return entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))
    ? entries.map(([, part]) => part)
    : Object.fromEntries(entries)
}

export interface Params {
  readonly tree: Tree
  text(name: string): string | undefined
  required(name: string): string
  int(name: string): number | undefined
  flag(name: string): boolean | undefined
  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined
  part(name: string): Params | undefined
  list(name: string): Params[] | undefined
  texts(name: string): string[] | undefined
  /** Of `metadata` and the like. An empty value removes a key, and an empty whole all of them. */
  named(name: string): Record<string, string> | undefined
  has(name: string): boolean
  /** It is there, and empty: take the value away. */
  isEmptied(name: string): boolean
  isObject(name: string): boolean
}

export function paramsOf(tree: Tree, at = ''): Params {
  const full = (name: string) => (at ? `${at}[${name}]` : name)
  const text = (name: string) => {
    const value = tree[name]
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw invalid(full(name), `Invalid string: ${full(name)}`)
    return value
  }
  const listOf = (name: string): Value[] | undefined => {
    const value = tree[name]
    if (value === undefined || value === '') return value === '' ? [] : undefined
    if (!Array.isArray(value)) throw invalid(full(name), 'Invalid array')
    return value
  }
  const objectOf = (value: Value, name: string): Params => {
    if (typeof value === 'string' || Array.isArray(value)) throw invalid(name, 'Invalid object')
    return paramsOf(value, name)
  }
  return {
    tree,
    text: (name) => text(name) || undefined,
    required: (name) => {
      const value = text(name)
      if (!value) throw missing(full(name))
      return value
    },
    int: (name) => {
      const value = text(name)
      if (!value) return undefined
      if (!/^-?\d+$/.test(value))
        throw invalid(full(name), `Invalid integer: ${value}`, 'parameter_invalid_integer')
      return Number(value)
    },
    flag: (name) => {
      const value = text(name)
      if (!value) return undefined
      if (value !== 'true' && value !== 'false') throw invalid(full(name), `Invalid boolean: ${value}`)
      return value === 'true'
    },
    oneOf: (name, values) => {
      const value = text(name)
      if (!value) return undefined
      const found = values.find((one) => one === value)
      if (!found) throw invalid(full(name), `Invalid ${full(name)}: must be one of ${values.join(', ')}`)
      return found
    },
    part: (name) => {
      const value = tree[name]
      return value === undefined || value === '' ? undefined : objectOf(value, full(name))
    },
    list: (name) => listOf(name)?.map((value, index) => objectOf(value, `${full(name)}[${index}]`)),
    texts: (name) => listOf(name)?.filter((value): value is string => typeof value === 'string'),
    named: (name) => {
      const value = tree[name]
      if (value === undefined || value === '') return value === undefined ? undefined : {}
      return Object.fromEntries(
        Object.entries(value).flatMap(([key, one]) => (typeof one === 'string' ? [[key, one]] : [])),
      )
    },
    has: (name) => tree[name] !== undefined,
    isEmptied: (name) => tree[name] === '',
    isObject: (name) => typeof tree[name] === 'object',
  }
}

/** Each parameter is one of `known`: `metadata.*`, `items[].price`. An unknown one is refused by its name, as at Stripe. */
export function refuseUnknown(tree: Tree, known: readonly string[]): void {
  const patterns = new Set([...known, 'expand[]'])
  const check = (value: Value, pattern: string, name: string): void => {
    if (patterns.has(`${pattern}.*`) && typeof value !== 'string') return
    if (patterns.has(pattern) && (typeof value === 'string' || pattern.endsWith('.*'))) return
    if (
      value === '' &&
      [...patterns].some((one) => one.startsWith(`${pattern}.`) || one.startsWith(`${pattern}[]`))
    )
      return
    if (typeof value === 'string') throw unknownParameter(name)
    if (Array.isArray(value))
      for (const [index, one] of value.entries()) check(one, `${pattern}[]`, `${name}[${index}]`)
    else for (const [key, one] of Object.entries(value)) check(one, `${pattern}.${key}`, `${name}[${key}]`)
  }
  for (const [name, value] of Object.entries(tree)) check(value, name, name)
}

/** A key with an empty value is taken away. */
export function mergeMetadata(
  before: Record<string, string>,
  given: Record<string, string> | undefined,
): Record<string, string> {
  const isCleared = given !== undefined && Object.keys(given).length === 0
  const merged = Object.entries(isCleared ? {} : { ...before, ...given })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}
