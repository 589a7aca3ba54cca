import { findUndrawable, undrawableIn } from '#api/documents/appearance/find-undrawable.ts'
import type { Context } from '#api/providers/context.ts'
import { ownOptions, textOfPrefill } from '#api/signing/signer-fields/refuse-undrawable.ts'
import type { Template } from '#api/signing/templates/template.ts'
import type { CheckedRow, RowProblem, RowSigner } from './check-rows.ts'
import type { Mapping } from './mapping.ts'
import type { Table } from './table/read-table.ts'

/** What the page of a row's request would show, and what is wrong with the row if no font has its characters. */
interface ShownText {
  readonly text: string
  readonly problem: RowProblem
}

/**
 * Rows whose requests would be refused when they are sent, because no font has a character of what their pages show. All
 * rows ask the threads once. Throws Saturated, which says nothing about the texts.
 */
export async function markUndrawable(
  context: Context,
  template: Pick<Template, 'roles'>,
  { columns }: Pick<Table, 'columns'>,
  mapping: Mapping,
  rows: readonly CheckedRow[],
): Promise<readonly CheckedRow[]> {
  const shown = new Map(
    rows
      .filter(({ problems }) => problems.length === 0)
      .map((row) => [row.row, textsOf(template, columns, mapping, row)] as const),
  )
  const all = optionsOf(template)
  const texts = [...new Set([...all, ...shown.values()].flat().map(({ text }) => text))]
  const undrawable = await findUndrawable(context, texts)
  if (undrawable.size === 0) return rows
  const wrong = new Set(texts.filter((text) => undrawableIn(text, undrawable) !== null))
  const ofAll = all.filter(({ text }) => wrong.has(text))
  return rows.map((row) => {
    const own = shown.get(row.row)
    const found = own ? [...own.filter(({ text }) => wrong.has(text)), ...ofAll] : []
    return found.length === 0 ? row : { ...row, problems: distinct(found.map(({ problem }) => problem)) }
  })
}

const wrongValue = (column: string | null): RowProblem => ({ code: 'value_wrong_characters', column })

/** Every request shows the same. */
const optionsOf = ({ roles }: Pick<Template, 'roles'>): ShownText[] =>
  roles
    .flatMap(({ documents }) => documents.flatMap(({ fields }) => fields))
    .flatMap(ownOptions)
    .map(({ label }) => ({ text: label, problem: wrongValue(null) }))

function textsOf(
  { roles }: Pick<Template, 'roles'>,
  columns: readonly string[],
  mapping: Mapping,
  { content }: CheckedRow,
): ShownText[] {
  const named = (column: number | null | undefined) => (column == null ? null : (columns[column] ?? null))
  return roles.flatMap((role) => {
    const signer = content.signers.find(({ roleId }) => roleId === role.id)
    const from = mapping.roles.find(({ role_id }) => role_id === role.id)
    if (!signer || !from) return []
    const fields = role.documents.flatMap((document) => document.fields)
    return fields.flatMap((field): ShownText[] => {
      const given = signer.values?.[field.id]
      const value = given ?? field.value
      const text = textOfPrefill({ ...field, value }, signer)
      if (text === null) return []
      if (value === null)
        return namesOf(signer, { first: named(from.first_name), last: named(from.last_name) })
      const column = given === undefined ? null : from.fields.find(({ id }) => id === field.id)?.column
      return [{ text, problem: wrongValue(named(column)) }]
    })
  })
}

/** A fixed name is of two columns. */
function namesOf(
  { firstName, lastName }: Pick<RowSigner, 'firstName' | 'lastName'>,
  columns: { readonly first: string | null; readonly last: string | null },
): ShownText[] {
  return [
    { text: firstName ?? '', problem: { code: 'name_wrong', column: columns.first } },
    { text: lastName ?? '', problem: { code: 'name_wrong', column: columns.last } },
  ]
}

/** A column may fill several fields. */
const distinct = (problems: readonly RowProblem[]): RowProblem[] =>
  problems.filter(
    ({ code, column }, index) =>
      problems.findIndex((one) => one.code === code && one.column === column) === index,
  )
