import { tableBytesAtMost, tableColumnsAtMost, tableRowsAtMost } from '@countersign/contract/bulk-sends.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { decodeTable } from './decode-table.ts'
import { parseTable, TableUnreadable } from './parse-table.ts'

export type TableInput =
  | { readonly content: string }
  | { readonly text: string }
  | { readonly rows: readonly (readonly string[])[] }

export interface TableRow {
  /** As a spreadsheet counts it: the row of the names is 1. */
  readonly row: number
  readonly cells: readonly string[]
}

export interface Table {
  readonly columns: readonly string[]
  /** Without the empty ones. */
  readonly rows: readonly TableRow[]
}

/** The recipient list in any of its forms. What nobody could mean by it is refused by name. */
export function readTable(given: TableInput): Table {
  const all = cellsOf(given)
  const [names = [], ...rest] = all.map((cells) => cells.map((cell) => cell.trim()))
  refuseUnwritable(all)
  const columns = withoutEmptyEnd(names)
  if (columns.length === 0) throw wrongTable('empty', 'The table is empty')
  if (columns.length > tableColumnsAtMost)
    throw wrongTable('too_many_columns', `A table has at most ${tableColumnsAtMost} columns`)
  const rows = rest
    .map((cells, index): TableRow => ({ row: index + 2, cells: withoutEmptyEnd(cells) }))
    .filter(({ cells }) => cells.length > 0)
  if (rows.length === 0) throw wrongTable('no_rows', 'Below the names of the columns there is no row')
  if (rows.length > tableRowsAtMost)
    throw wrongTable('too_many_rows', `A table has at most ${tableRowsAtMost} rows; this has ${rows.length}`)
  return { columns: columns.map((name, index) => name || `${index + 1}`), rows }
}

function cellsOf(given: TableInput): readonly (readonly string[])[] {
  if ('rows' in given) return given.rows
  try {
    return parseTable('text' in given ? given.text : decodeTable(bytesOf(given.content)))
  } catch (error) {
    if (error instanceof TableUnreadable) throw wrongTable(error.code, `Row ${error.row} cannot be read`)
    throw error
  }
}

function bytesOf(content: string): Uint8Array {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > tableBytesAtMost) throw new Refusal('document.too_large')
  // A zip or an old Office file: the spreadsheet itself instead of its text.
  const start = bytes.subarray(0, 4).toString('hex')
  if (start === '504b0304' || start === 'd0cf11e0')
    throw wrongTable('not_text', 'This is a spreadsheet file. Save it as CSV')
  return bytes
}

/**
 * NUL and halves of characters are in no text that someone wrote, and no database keeps them. U+FFFD is in the place of a letter that
 * was lost on the way: a name with it would be signed.
 */
function refuseUnwritable(all: readonly (readonly string[])[]): void {
  const row = all.findIndex((cells) =>
    cells.some((cell) => cell.includes('\0') || cell.includes('\uFFFD') || !cell.isWellFormed()),
  )
  if (row >= 0) throw wrongTable('wrong_characters', `Row ${row + 1} has invalid characters`)
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}

function wrongTable(code: string, message: string): Refusal {
  return wrongField('table', code, message)
}
