import { wrongField } from '#api/platform/refusal.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { refuseUnsignedDocuments } from '#api/signing/signature-requests/drafts/refuse-unsigned.ts'
import { documentsOfRole, type Template } from '#api/signing/templates/template.ts'
import { type CheckedRow, checkRows, unknownColumns } from './check-rows.ts'
import { guessColumns, type Mapping, type RoleColumns } from './mapping.ts'
import type { Table } from './read-table.ts'

export interface MappingInput {
  readonly roles: readonly RoleColumns[]
  readonly title?: string | undefined
  readonly message?: string | undefined
}

export interface PreparedSend {
  readonly mapping: Mapping
  /** Named in title or message, and not in the table. */
  readonly unknownColumns: readonly string[]
  /** Every role has the column of its email. Without that no row can be told to be right. */
  readonly isComplete: boolean
  readonly rows: readonly CheckedRow[]
}

/** A table as it would be sent: with the columns as they were given, or as their names look. */
export function prepareSend(template: Template, table: Table, given: MappingInput | undefined): PreparedSend {
  if (template.roles.length === 0) throw new Refusal('request.no_signers')
  refuseUnsignedDocuments(
    template.documents,
    template.roles.map((role) => documentsOfRole(role, template.documents)),
  )
  const guessed = guessColumns(table.columns, template.roles)
  if (given) refuseUnknown(template, table, given)
  const mapping: Mapping = {
    roles: template.roles.map(({ id }, index) => {
      const chosen = given?.roles.find(({ role_id }) => role_id === id)
      return chosen ?? (given ? unmapped(id) : (guessed[index] ?? unmapped(id)))
    }),
    title: given?.title ?? template.title,
    message: given?.message ?? template.message,
  }
  const unknown = unknownColumns(table, mapping)
  return {
    mapping,
    unknownColumns: unknown,
    isComplete: unknown.length === 0 && mapping.roles.every(({ email }) => email !== null),
    rows: checkRows(table, mapping),
  }
}

function unmapped(role_id: string): RoleColumns {
  return { role_id, email: null, first_name: null, last_name: null, language: null }
}

function refuseUnknown(template: Template, { columns }: Table, { roles }: MappingInput): void {
  roles.forEach((role, index) => {
    const field = `mapping.roles.${index}`
    if (!template.roles.some(({ id }) => id === role.role_id))
      throw wrongField(`${field}.role_id`, 'unknown', 'The template has no such role')
    if (roles.findIndex(({ role_id }) => role_id === role.role_id) < index)
      throw wrongField(`${field}.role_id`, 'twice', 'Named twice')
    for (const kind of ['email', 'first_name', 'last_name', 'language'] as const)
      if ((role[kind] ?? 0) >= columns.length)
        throw wrongField(`${field}.${kind}`, 'unknown', 'The table has no such column')
  })
}
