import { documentsOfRole, type Template } from '#api/signing/templates/template.ts'
import type { Mapping } from './mapping.ts'

/** The names of the columns of a role. A bulk send keeps them, to name the column of a row that is refused while it is sent. */
export interface ColumnNames {
  readonly roleId: string
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly language: string | null
  readonly fields: readonly { readonly id: string; readonly column: string | null }[]
}

export function columnNames(columns: readonly string[], { roles }: Pick<Mapping, 'roles'>): ColumnNames[] {
  const named = (column: number | null) => (column === null ? null : (columns[column] ?? null))
  return roles.map((role) => ({
    roleId: role.role_id,
    email: named(role.email),
    firstName: named(role.first_name),
    lastName: named(role.last_name),
    language: named(role.language),
    fields: role.fields.map(({ id, column }) => ({ id, column: named(column) })),
  }))
}

export interface SendColumns {
  readonly template: Pick<Template, 'roles' | 'documents'>
  /** None in a send from before they were kept. */
  readonly columns: readonly ColumnNames[]
}

/** Where a field of a request comes from: `signatures.1.account_email` from the column of the second role's emails. */
export interface FieldSource {
  /** The name of the role. */
  readonly role: string | null
  readonly column: string | null
}

const partsOfPerson: Readonly<Record<string, 'email' | 'firstName' | 'lastName' | 'language'>> = {
  account_email: 'email',
  'signer_identity_data.email_address': 'email',
  'signer_identity_data.first_name': 'firstName',
  'signer_identity_data.last_name': 'lastName',
  'signer_identity_data.language': 'language',
  language: 'language',
}

export function sourceOf({ template, columns }: SendColumns, field: string): FieldSource {
  const [, index, part = ''] = /^signatures\.(\d+)(?:\.(.+))?$/.exec(field) ?? []
  const role = index === undefined ? undefined : template.roles[Number(index)]
  if (!role) return { role: null, column: null }
  const names = columns.find(({ roleId }) => roleId === role.id)
  const [, document, nth] = /^document_signatures\.(\d+)\.fields\.(\d+)(?:\.|$)/.exec(part) ?? []
  const kind = partsOfPerson[part]
  if (kind) return { role: role.name, column: names?.[kind] ?? null }
  const placed = documentsOfRole(role, template.documents).documents[Number(document)]
  const id = placed?.fields[Number(nth)]?.id
  return { role: role.name, column: names?.fields.find((one) => one.id === id)?.column ?? null }
}
