import type * as contract from '@countersign/contract/templates.ts'
import { presentMailAttachments } from '#api/signing/signature-requests/notifications/mail-attachments.ts'
import { presentDocument } from '#api/signing/signer-fields/present-fields.ts'
import { documentsOfRole, type Template, type TemplateRole } from './template.ts'

export function presentTemplate(template: Template): contract.Template {
  return {
    id: template.id,
    name: template.name,
    title: template.title,
    message: template.message,
    quality: template.quality as contract.Template['quality'],
    legislation: template.legislation as contract.Template['legislation'],
    expires_in_days: template.expiresInDays,
    documents: template.documents.map(({ id, name, size, pages }) => ({
      id,
      name,
      size,
      page_count: pages.length,
    })),
    roles: template.roles.map((role) => presentRole(role, template)),
    observers: [...template.observers],
    mail_attachments: presentMailAttachments(template.mailAttachments ?? null),
    attachments: template.attachments.map(({ id, name, contentType, size }) => ({
      id,
      filename: name,
      content_type: contentType,
      size,
    })),
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
  }
}

function presentRole(role: TemplateRole, template: Template): contract.Template['roles'][number] {
  const { id, name, sequence, notify } = role
  const { allDocuments, documents } = documentsOfRole(role, template.documents)
  const viewed = { showsPrefilled: true, isSigned: false }
  return {
    id,
    name,
    sequence,
    notify,
    place_count: documents.reduce((sum, { places, formField }) => sum + (formField ? 1 : places.length), 0),
    all_documents: allDocuments,
    document_signatures: documents.map((document) => presentDocument(document, viewed)),
  }
}
