import { Refusal, wrongField } from '#api/platform/refusal.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import type { SignerField } from '#api/platform/values/signer-field.ts'
import { refuseUnsignable } from '#api/signing/signature-requests/drafts/refuse-unsignable.ts'
import { refuseUnsignedDocuments } from '#api/signing/signature-requests/drafts/refuse-unsigned.ts'
import { documentsOfRole, type Template } from '#api/signing/templates/template.ts'
import { type CheckedRow, checkRows, unknownColumns } from './check-rows.ts'
import { fillable, type FieldColumn } from './field-columns.ts'
import { guessColumns, type Mapping, type RoleColumns } from './mapping.ts'
import { markBeyondLimit } from './limited-mailboxes.ts'
import { markUndrawable } from './mark-undrawable.ts'
import type { Table } from './table/read-table.ts'

/** Without `fields`: those that the columns’ names say. */
type RoleInput = Omit<RoleColumns, 'fields'> & { readonly fields?: readonly FieldColumn[] | undefined }

export interface MappingInput {
  readonly roles: readonly RoleInput[]
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
export async function prepareSend(
  context: Context,
  db: Reader,
  { template, sender }: { readonly template: Template; readonly sender: string },
  table: Table,
  given: MappingInput | undefined,
): Promise<PreparedSend> {
  if (template.roles.length === 0) throw new Refusal('request.no_signers')
  const signers = template.roles.map((role) => ({ ...role, ...documentsOfRole(role, template.documents) }))
  refuseUnsignedDocuments(template.documents, signers)
  refuseUnsignable(template.documents, signers, 'roles')
  const guessed = guessColumns(table.columns, template.roles)
  if (given) refuseUnknown(template, table, given)
  const mapping: Mapping = {
    roles: template.roles.map(({ id }, index) => {
      const chosen = given?.roles.find(({ role_id }) => role_id === id)
      const looks = guessed[index] ?? unmapped(id)
      if (!given) return looks
      return { ...unmapped(id), ...chosen, fields: chosen?.fields ?? (chosen ? looks.fields : []) }
    }),
    title: given?.title ?? template.title,
    message: given?.message ?? template.message,
  }
  const unknown = unknownColumns(table, mapping)
  const checked = checkRows(table, mapping, fieldsOf(template))
  return {
    mapping,
    unknownColumns: unknown,
    isComplete: unknown.length === 0 && mapping.roles.every(({ email }) => email !== null),
    rows: await markBeyondLimit(db, template, table, mapping, {
      rows: await markUndrawable(context, template, table, mapping, checked),
      sender,
      perHour: context.config.emailsPerRecipient,
    }),
  }
}

function unmapped(role_id: string): RoleColumns {
  return { role_id, email: null, first_name: null, last_name: null, language: null, fields: [] }
}

/** All that a column may prefill, by their ids. */
export function fieldsOf({ roles }: Pick<Template, 'roles'>): Map<string, SignerField> {
  return new Map(roles.flatMap(fillable).map((field) => [field.id, field]))
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
    refuseUnknownFields(template, { columns }, role, `${field}.fields`)
  })
}

function refuseUnknownFields(
  template: Template,
  { columns }: Pick<Table, 'columns'>,
  { role_id, fields = [] }: RoleInput,
  path: string,
): void {
  const own = template.roles.filter(({ id }) => id === role_id).flatMap(fillable)
  const seen = new Set<string>()
  for (const [index, { id, column }] of fields.entries()) {
    if (!own.some((field) => field.id === id))
      throw wrongField(`${path}.${index}.id`, 'unknown', 'The role has no such field to prefill')
    if (seen.has(id)) throw wrongField(`${path}.${index}.id`, 'twice', 'Named twice')
    if (column >= columns.length)
      throw wrongField(`${path}.${index}.column`, 'unknown', 'The table has no such column')
    seen.add(id)
  }
}
