import type { Template } from '@countersign/contract/templates.ts'
import { fillableFields, type FillableField } from './fillable-fields.ts'
import type { TableCheck, MappingInput, TableInput } from './template-calls.ts'

/** What one has chosen so far of a send to a table. Going back keeps all of it. */

export type SendStep = 'table' | 'columns' | 'check'
export const sendSteps: readonly SendStep[] = ['table', 'columns', 'check']

export type ColumnKind = 'email' | 'first_name' | 'last_name' | 'language'
export const columnKinds: readonly ColumnKind[] = ['email', 'first_name', 'last_name', 'language']

export interface RoleChoice {
  readonly role_id: string
  readonly email: number | null
  readonly first_name: number | null
  readonly last_name: number | null
  readonly language: number | null
  readonly fields: readonly { readonly id: string; readonly column: number }[]
}

export interface Choice {
  readonly roles: readonly RoleChoice[]
  readonly title: string
  readonly message: string
}

/** What is sent to the service; null while a role has no column for its email. */
export function mappingOf({ roles, title, message }: Choice): MappingInput | null {
  const complete = roles.flatMap(({ email, fields, ...role }) =>
    email === null ? [] : [{ ...role, email, fields: [...fields] }],
  )
  if (complete.length < roles.length || title.trim() === '') return null
  return { roles: complete, title, message }
}

/** The column that fills these fields; null where none does. */
export function columnOf({ fields }: RoleChoice, { ids }: FillableField): number | null {
  return fields.find(({ id }) => ids.includes(id))?.column ?? null
}

/** Another column for these fields, or none. */
export function withColumn(role: RoleChoice, { ids }: FillableField, column: number | null): RoleChoice {
  const others = role.fields.filter(({ id }) => !ids.includes(id))
  return { ...role, fields: column === null ? others : [...others, ...ids.map((id) => ({ id, column }))] }
}

/** What was chosen before, where the table has the same columns still; else what the service guesses. */
export function choiceAfter(checked: TableCheck, before: Choice | null, columns: readonly string[]): Choice {
  const same = columns.join('\n') === checked.columns.map(({ name }) => name).join('\n')
  return before && same ? before : checked.mapping
}

/** The columns that title or message name. */
export function namedIn(words: string): string[] {
  return [...words.matchAll(/\{\{([^{}]{1,200})\}\}/g)].map(([, name = '']) => name.trim())
}

/** One file, or what was pasted. */
export interface TableSource {
  readonly table: TableInput
  /** The file's name; null where it was pasted. */
  readonly name: string | null
}

/** What is in the table step: each file and each paste replaces what was there before. */
export interface GivenTable {
  readonly source: TableSource | null
  /** The text in the field. */
  readonly pasted: string
  /** The file that was chosen last can't be taken. */
  readonly isTooLarge: boolean
}

export const noTable: GivenTable = { source: null, pasted: '', isTooLarge: false }
export const tooLargeFile: GivenTable = { ...noTable, isTooLarge: true }

export const chosenFile = (name: string, content: string): GivenTable => ({
  ...noTable,
  source: { table: { content }, name },
})

export const pastedTable = (text: string): GivenTable => ({
  ...noTable,
  source: text.trim() ? { table: { text }, name: null } : null,
  pasted: text,
})

/**
 * A table that one fills in and hands back: the columns that the template's roles take, with the separator that Excel
 * expects where the language is spoken, as in the report.
 */
export function exampleTable(
  { roles }: Pick<Template, 'roles'>,
  words: Readonly<Record<ColumnKind, string>>,
  language: string,
): string {
  const alone = roles.length === 1
  const columns = roles.flatMap((role) =>
    [
      ...columnKinds.map((kind) => words[kind]),
      ...fillableFields(role).flatMap(({ label, isSigners }) => (isSigners ? [] : [label])),
    ].map((column) => (alone ? column : `${role.name} ${column}`)),
  )
  const separator = language === 'en' ? ',' : ';'
  return `\uFEFF${columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(separator)}\r\n`
}
