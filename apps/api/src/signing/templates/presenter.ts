import type * as contract from '@countersign/contract/templates.ts'
import { isVisible } from '#api/signing/signature-requests/signature-request.ts'
import type { Template } from './template.ts'

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
    roles: template.roles.map(({ id, name, sequence, notify, documents }) => ({
      id,
      name,
      sequence,
      notify,
      place_count: documents.filter(isVisible).length,
    })),
    observers: [...template.observers],
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
