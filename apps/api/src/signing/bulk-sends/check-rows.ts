import type { RowProblemCode } from '@countersign/contract/bulk-sends.ts'
import { Email, type Language, line, plainName, text } from '@countersign/contract/values.ts'
import * as z from 'zod/mini'
import type { FieldValue, SignerField } from '#api/platform/values/signer-field.ts'
import { cellValue } from './cell-value.ts'
import { fillingOf, indexOfColumn, languageOf, type Mapping, placeholdersIn } from './mapping.ts'
import type { Table, TableRow } from './table/read-table.ts'

export interface RowProblem {
  readonly code: RowProblemCode
  /** The column it is in, by its name. */
  readonly column: string | null
  /** Of a refusal while it was being sent: the role whose field it is, by its name, and the field as calls name it. */
  readonly role?: string | null
  readonly field?: string | null
}

export interface RowSigner {
  readonly roleId: string
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly language: Language | null
  /** What their fields are prefilled with, by field. Left out once the row has become a request. */
  readonly values?: Readonly<Record<string, FieldValue>>
}

/** What a row becomes. */
export interface RowContent {
  readonly title: string
  readonly message: string
  readonly signers: readonly RowSigner[]
}

export interface CheckedRow {
  readonly row: number
  readonly content: RowContent
  /** None: it can be sent. */
  readonly problems: readonly RowProblem[]
}

const Name = plainName(100)
const Title = line(200)
const Message = text(4000)

/** The fields of all roles of a template. */
export type KnownFields = ReadonlyMap<string, SignerField>

/** Each row as the request it would be, with everything that is wrong with it. */
export function checkRows(table: Table, mapping: Mapping, fields: KnownFields): CheckedRow[] {
  const seen = new Set<string>()
  const check = checkOf(table.columns, mapping, fields)
  return table.rows.map((row) => {
    const checked = check(row)
    const key = JSON.stringify(row.cells)
    const isTwice = seen.has(key)
    seen.add(key)
    if (!isTwice || checked.problems.length > 0) return checked
    return { ...checked, problems: [{ code: 'same_as_before', column: null }] }
  })
}

/** What is asked of the columns is asked once for all rows. */
function checkOf(
  columns: readonly string[],
  mapping: Mapping,
  fields: KnownFields,
): (row: TableRow) => CheckedRow {
  const [titleColumn = null] = columnsIn(mapping.title, columns)
  const [messageColumn = null] = columnsIn(mapping.message, columns)
  const known = {
    title: fillingOf(mapping.title, columns),
    titleColumn,
    message: fillingOf(mapping.message, columns),
    messageColumn,
    fields,
  }
  return (row) => checkRow(columns, row, mapping, known)
}

interface KnownColumns {
  readonly title: (cells: readonly string[]) => string | null
  /** The first column that it names. */
  readonly titleColumn: number | null
  readonly message: (cells: readonly string[]) => string | null
  readonly messageColumn: number | null
  readonly fields: KnownFields
}

function checkRow(
  columns: readonly string[],
  { row, cells }: TableRow,
  mapping: Mapping,
  known: KnownColumns,
): CheckedRow {
  const problems: RowProblem[] = []
  const at = (column: number | null) => (column === null ? '' : (cells[column] ?? ''))
  const wrong = (code: RowProblemCode, column: number | null) => {
    const problem = { code, column: column === null ? null : (columns[column] ?? null) }
    if (!problems.some((one) => one.code === code && one.column === problem.column)) problems.push(problem)
  }
  if (cells.length > columns.length) wrong('too_many_cells', null)
  const signers = mapping.roles.map((role): RowSigner => {
    const email = z.safeParse(Email, at(role.email))
    if (at(role.email) === '') wrong('email_missing', role.email)
    else if (!email.success) wrong('email_wrong', role.email)
    const [firstName, lastName] = [role.first_name, role.last_name].map((column) => {
      const name = z.safeParse(Name, at(column))
      if (!name.success) wrong('name_wrong', column)
      return (name.success ? name.data : at(column)) || null
    })
    const language = languageOf(at(role.language))
    if (at(role.language) !== '' && !language) wrong('language_unknown', role.language)
    const values: Record<string, FieldValue> = {}
    for (const { id, column } of role.fields) {
      const field = known.fields.get(id)
      const { value, problem } = field ? cellValue(field, at(column)) : {}
      if (problem) wrong(problem, column)
      else if (value !== undefined) values[id] = value
    }
    return {
      roleId: role.role_id,
      email: email.data ?? at(role.email),
      firstName: firstName ?? null,
      lastName: lastName ?? null,
      language,
      values,
    }
  })
  // A title is one line, whatever a cell in it has.
  const filled = { title: known.title(cells)?.replaceAll(/\s+/g, ' ').trim(), message: known.message(cells) }
  const title = z.safeParse(Title, filled.title)
  const message = z.safeParse(Message, filled.message)
  if (title.data === '') wrong('title_missing', known.titleColumn)
  else if (!title.success) wrong('title_wrong', known.titleColumn)
  if (!message.success) wrong('message_wrong', known.messageColumn)
  const content = {
    title: title.data ?? filled.title ?? '',
    message: message.data ?? filled.message ?? '',
    signers,
  }
  return { row, content, problems }
}

function columnsIn(words: string, columns: readonly string[]): number[] {
  return placeholdersIn(words)
    .map((name) => indexOfColumn(columns, name))
    .filter((index) => index >= 0)
}

/** The columns that title or message name and the table does not have. */
export function unknownColumns({ columns }: Table, { title, message }: Mapping): string[] {
  const names = [...placeholdersIn(title), ...placeholdersIn(message)]
  return [...new Set(names)].filter((name) => indexOfColumn(columns, name) < 0)
}
