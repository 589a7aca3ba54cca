import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { FormField, PageSize, Tables, TemplateRoleRow } from '#api/platform/db/tables.ts'
import type { DocumentFormField, FormProblem } from '#api/platform/values/signer-field.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Template, TemplateDocument, TemplateRole } from './template.ts'

interface Row extends Selectable<Tables['templates']> {
  documents: {
    id: string
    name: string
    size: number
    pages: PageSize[]
    signature_fields: FormField[]
    form_fields: DocumentFormField[]
    form_problem: FormProblem | null
  }[]
  attachments: { id: string; name: string; content_type: string; size: number; sha256: string }[]
}

/** One statement: the template with its documents and attachments. Another's is none. */
export async function find(db: Reader, id: string, ownerId: string): Promise<Template | null> {
  const row = await db
    .selectFrom('templates as t')
    .selectAll('t')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('template_documents as td')
          .innerJoin('documents as d', 'd.id', 'td.document_id')
          .whereRef('td.template_id', '=', 't.id')
          .select([
            'd.id',
            'd.name',
            'd.size',
            'd.pages',
            'd.signature_fields',
            'd.form_fields',
            'd.form_problem',
          ])
          .orderBy('td.position'),
      ).as('documents'),
      jsonArrayFrom(
        eb
          .selectFrom('template_attachments as a')
          .whereRef('a.template_id', '=', 't.id')
          .select(['a.id', 'a.name', 'a.content_type', 'a.size', 'a.sha256'])
          .orderBy('a.position'),
      ).as('attachments'),
    ])
    .where('t.id', '=', id)
    .where('t.owner_id', '=', ownerId)
    .executeTakeFirst()
  return row ? toTemplate(row as unknown as Row) : null
}

function toTemplate(row: Row): Template {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    title: row.title,
    message: row.message,
    quality: row.quality,
    legislation: row.legislation,
    expiresInDays: row.expires_in_days,
    roles: row.roles.map(toRole),
    observers: row.observers,
    mailAttachments: row.mail_attachments,
    documents: row.documents.map(toDocument),
    attachments: row.attachments.map(({ content_type: contentType, ...attachment }) => ({
      ...attachment,
      contentType,
    })),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function toDocument({
  signature_fields: signatureFields,
  form_fields: formFields,
  form_problem: formProblem,
  ...document
}: Row['documents'][number]): TemplateDocument {
  return { ...document, signatureFields, formFields, formProblem }
}

/** One that was saved before there were fields, or several places, says nothing of them. */
function toRole(row: TemplateRoleRow): TemplateRole {
  const documents = row.documents.map(({ documentId, place, places, formField, fields }) => ({
    documentId,
    places: places ?? (place ? [place] : []),
    formField,
    fields: fields ?? [],
    signedValues: null,
  }))
  return { ...row, documents }
}

/** Nobody changes or deletes it until the transaction is over; the second kind lets others use it meanwhile. */
export async function lockForUpdate(tx: Transaction, id: string, ownerId: string): Promise<Template | null> {
  await tx.selectFrom('templates').select('id').where('id', '=', id).forUpdate().execute()
  return find(tx, id, ownerId)
}

export async function lockForShare(tx: Transaction, id: string, ownerId: string): Promise<Template | null> {
  await tx.selectFrom('templates').select('id').where('id', '=', id).forShare().execute()
  return find(tx, id, ownerId)
}

export async function count(tx: Transaction, ownerId: string): Promise<number> {
  const row = await tx
    .selectFrom('templates')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** With documents that are there already, as `copyUploads` makes them. */
export async function insert(tx: Transaction, template: Template): Promise<void> {
  await tx
    .insertInto('templates')
    .values({
      id: template.id,
      owner_id: template.ownerId,
      ...columns(template),
      created_at: template.createdAt,
    })
    .execute()
  await tx
    .insertInto('template_documents')
    .values(
      template.documents.map(({ id }, position) => ({
        template_id: template.id,
        document_id: id,
        position,
      })),
    )
    .execute()
  if (template.attachments.length === 0) return
  await tx
    .insertInto('template_attachments')
    .values(
      template.attachments.map(({ id, name, contentType, size, sha256 }, position) => ({
        id,
        template_id: template.id,
        position,
        name,
        content_type: contentType,
        size,
        sha256,
      })),
    )
    .execute()
}

/** Its words and its roles: files stay as they are. */
export async function save(tx: Transaction, template: Template): Promise<void> {
  await tx.updateTable('templates').set(columns(template)).where('id', '=', template.id).execute()
}

function columns(template: Template) {
  return {
    name: template.name,
    title: template.title,
    message: template.message,
    quality: template.quality,
    legislation: template.legislation,
    expires_in_days: template.expiresInDays,
    roles: JSON.stringify(template.roles),
    observers: JSON.stringify(template.observers),
    mail_attachments: template.mailAttachments ? JSON.stringify(template.mailAttachments) : null,
    updated_at: template.updatedAt,
  }
}

export async function remove(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('templates').where('id', '=', id).execute()
}

/** Their documents are left to the person who deletes the account. */
export async function removeAll(tx: Transaction, ownerId: string): Promise<void> {
  await tx.deleteFrom('templates').where('owner_id', '=', ownerId).execute()
}

/** Is this document a template's own? */
export async function isTemplates(tx: Transaction, documentId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('template_documents')
    .select('document_id')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return found !== undefined
}

/** Does a template have this document, or another version of it? */
export async function isInTemplate(tx: Transaction, rootId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('template_documents as td')
    .innerJoin('documents as d', 'd.id', 'td.document_id')
    .select('d.id')
    .where('d.root_id', '=', rootId)
    .limit(1)
    .execute()
  return found.length > 0
}

/** Those that were made or taken over since then are another account's. Answers their documents. */
export async function changeOwner(
  tx: Transaction,
  {
    from,
    to,
    since,
    at,
  }: { readonly from: string; readonly to: string; readonly since: Date; readonly at: Date },
): Promise<string[]> {
  const moved = await tx
    .updateTable('templates')
    .set({ owner_id: to, owned_since: at })
    .where('owner_id', '=', from)
    .where((eb) => eb(eb.fn.coalesce('owned_since', 'created_at'), '>=', since))
    .returning('id')
    .execute()
  if (moved.length === 0) return []
  const ids = moved.map(({ id }) => id)
  const own = await tx
    .selectFrom('template_documents')
    .select('document_id')
    .where('template_id', 'in', ids)
    .execute()
  return own.map(({ document_id }) => document_id)
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  { table: 'templates', update: sql`UPDATE templates`, column: 'observers', members: ['[]'] },
]
