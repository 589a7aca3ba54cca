import { checkBulkSend, createBulkSend, type BulkSend } from '@countersign/contract/bulk-sends.ts'
import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { createTemplate, type Template } from '@countersign/contract/templates.ts'
import type { Caller, Person } from './caller.ts'
import { aDraft, type RequestShape } from './signature-request.ts'

/** A template of a draft, with a role for each of these names. Each role's field is below the one before. */
export async function aTemplate(
  api: Caller,
  shape: Omit<RequestShape, 'signers'> & {
    readonly owner: Person
    readonly name?: string
    readonly roles: readonly string[]
    readonly inOrder?: boolean
    /** By role. */
    readonly fields?: readonly (readonly SignerFieldInput[])[]
  },
): Promise<Template> {
  const signers = shape.roles.map((_, index) => ({
    email: `nobody${index}@example.net`,
    sequence: shape.inOrder ? index : -1,
    ...(shape.fields?.[index] && { fields: shape.fields[index] }),
  }))
  const draft = await aDraft(api, { ...shape, signers })
  const roles = draft.signatures.map(({ sid }, index) => ({ sid, name: shape.roles[index] ?? '' }))
  const body = { name: shape.name ?? 'Rental contract', signature_request_id: draft.id, roles }
  return api.call(createTemplate, { body }, shape.owner.as)
}

/** A table sent from it, by what its columns are called. */
export async function aBulkSend(
  api: Caller,
  given: { readonly owner: Person; readonly template: Pick<Template, 'id'>; readonly table: string },
): Promise<BulkSend> {
  const params = { id: given.template.id }
  const table = { text: given.table }
  const { mapping } = await api.call(checkBulkSend, { params, body: { table } }, given.owner.as)
  const roles = mapping.roles.map((role) => ({ ...role, email: role.email ?? 0 }))
  return api.call(createBulkSend, { params, body: { table, mapping: { roles } } }, given.owner.as)
}
