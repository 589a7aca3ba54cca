import { createHash } from 'node:crypto'
import { sql } from 'kysely'

const mark = '/* prepared */'

/**
 * After the first word of a statement that is made very often and takes longer to plan than to run, or at its end
 * (`modifyEnd`): each connection plans it a few times, then keeps the plan. Its text must always be the same, and each column
 * of its result named: with `*`, a migration that adds a column would fail the next execution.
 */
export const prepared = sql.raw<never>(mark)

const names = new Map<string, string>()
/** Each connection keeps them all; a text that isn't always the same would fill the server's memory. */
const atMost = 100
/** No first word is longer. */
const searched = 40

const few = 2

/** For a statement with a row each: with many rows it would be another text each time. */
export const preparedIfFew = (rows: readonly unknown[]) =>
  rows.length <= few ? prepared : sql.raw<never>('')

/** The name under which a connection keeps the statement, where it is marked. */
export function preparedName(text: string): string | undefined {
  if (!text.slice(0, searched).includes(mark) && !text.endsWith(mark)) return undefined
  const known = names.get(text)
  if (known || names.size >= atMost) return known
  const name = `p-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  names.set(text, name)
  return name
}
