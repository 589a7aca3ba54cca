import { invalid, noSuch } from './errors.ts'
import type { Params } from './params.ts'
import { listOf, shown } from './shown.ts'

export const listParams = [
  'limit',
  'starting_after',
  'ending_before',
  'created',
  'created.gt',
  'created.gte',
  'created.lt',
  'created.lte',
]

/** A page of rows, the newest first. `rows` come in the order in which they were made. */
export function list(params: Params, url: string, rows: readonly { id: string; created: number }[]): object {
  const limit = params.int('limit') ?? 10
  if (limit < 1 || limit > 100) throw invalid('limit', 'Invalid limit: must be between 1 and 100')
  const newest = rows.filter((row) => isWithin(params, row.created)).reverse()
  const [after, before] = [params.text('starting_after'), params.text('ending_before')]
  const indexOf = (id: string, name: string) => {
    const index = newest.findIndex((row) => row.id === id)
    if (index < 0) throw noSuch('object', id, name)
    return index
  }
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before')
    const from = Math.max(0, end - limit)
    return listOf(
      newest.slice(from, end).map((row) => shown(row)),
      url,
      from > 0,
    )
  }
  const from = after === undefined ? 0 : indexOf(after, 'starting_after') + 1
  const page = newest.slice(from, from + limit)
  return listOf(
    page.map((row) => shown(row)),
    url,
    from + limit < newest.length,
  )
}

function isWithin(params: Params, created: number): boolean {
  if (!params.isObject('created')) return created === (params.int('created') ?? created)
  const range = params.part('created')
  return (
    created > (range?.int('gt') ?? -Infinity) &&
    created >= (range?.int('gte') ?? -Infinity) &&
    created < (range?.int('lt') ?? Infinity) &&
    created <= (range?.int('lte') ?? Infinity)
  )
}
