import { wrongValue } from './errors.ts'
import { readArray } from './params.ts'
import type { Params } from './params.ts'
import { shown } from './site.ts'

interface Listing<T> {
  /** What each entry of the list is called. */
  name: string
  rows: T[]
  /** What the list can be filtered by. */
  filters: readonly (keyof T & string)[]
  /** What it is sorted by, newest first unless asked otherwise. */
  sortBy: readonly (keyof T & string)[]
}

const operators: Record<string, (value: string, operand: string, name: string) => boolean> = {
  is: (value, operand) => value === operand,
  is_not: (value, operand) => value !== operand,
  starts_with: (value, operand) => value.startsWith(operand),
  in: (value, operand, name) => readArray(name, operand).includes(value),
  not_in: (value, operand, name) => !readArray(name, operand).includes(value),
  after: (value, operand) => Number(value) > Number(operand),
  before: (value, operand) => Number(value) < Number(operand),
  on: (value, operand) => day(value) === day(operand),
  between: (value, operand, name) => {
    const [from = '', to = ''] = readArray(name, operand)
    return Number(value) >= Number(from) && Number(value) <= Number(to)
  },
  is_present: (value, operand) => (value !== '') === (operand === 'true'),
  gt: (value, operand) => Number(value) > Number(operand),
  gte: (value, operand) => Number(value) >= Number(operand),
  lt: (value, operand) => Number(value) < Number(operand),
  lte: (value, operand) => Number(value) <= Number(operand),
}
const day = (seconds: string) => Math.floor(Number(seconds) / 86_400)

/** A page of a list: filtered, sorted, and with the offset of the next one. */
export function list<T extends object>(params: Params, listing: Listing<T>): object {
  const limit = params.int('limit') ?? 10
  if (limit < 1 || limit > 100) throw wrongValue('limit', 'should be between 1 and 100')
  const found = sorted(params, listing).filter((row) => isAsked(params, listing, row))
  const start = readOffset(params)
  const next = start + limit
  return {
    list: found.slice(start, next).map((row) => ({ [listing.name]: shown(row) })),
    ...(next < found.length && { next_offset: JSON.stringify([String(next)]) }),
  }
}

function isAsked<T extends object>(params: Params, { filters }: Listing<T>, row: T): boolean {
  return filters.every((name) =>
    Object.entries(params.fields(name)).every(([operator, operand]) => {
      const holds = operators[operator]
      if (!holds) throw wrongValue(`${name}[${operator}]`, 'is not a filter')
      return holds(String(row[name] ?? ''), operand, name)
    }),
  )
}

function sorted<T extends object>(params: Params, { rows, sortBy }: Listing<T>): T[] {
  const operand = Object.entries(params.fields('sort_by'))[0]
  const [order, name] = operand ?? ['desc', sortBy[0]]
  const key = sortBy.find((one) => one === name)
  if (operand && !key) throw wrongValue(`sort_by[${order}]`, `should be one of ${sortBy.join(', ')}`)
  const ascending = key
    ? [...rows].sort((left, right) => Number(left[key] ?? 0) - Number(right[key] ?? 0))
    : [...rows]
  return order === 'asc' ? ascending : ascending.reverse()
}

function readOffset(params: Params): number {
  const offset = params.text('offset')
  if (offset === undefined) return 0
  const [start = ''] = readArray('offset', offset)
  if (!/^\d+$/.test(start)) throw wrongValue('offset', 'should be the next_offset of the page before')
  return Number(start)
}
