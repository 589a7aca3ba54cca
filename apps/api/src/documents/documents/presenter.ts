import type { Document } from '@countersign/contract/documents.ts'
import type { Position } from '@countersign/contract/positions.ts'
import type { Place } from '#api/platform/values/signer-field.ts'
import type { DocumentRow } from './repository.ts'

export function presentDocument(row: DocumentRow): Document {
  const [first] = row.pages
  return {
    id: row.id,
    parent_id: row.parent_id,
    name: row.name,
    title: row.title,
    content_type: row.content_type,
    size: Number(row.size),
    sha256: row.sha256,
    page_count: row.page_count,
    page_width: first?.width ?? 0,
    page_height: first?.height ?? 0,
    pages: row.pages.map(({ index, width, height }) => ({ index, width, height })),
    signature_fields: row.signature_fields.map(({ name, signed, places }) => ({
      name,
      signed,
      positions: places.map(presentPlace),
    })),
    form_fields: row.form_fields.map(({ maxLength, places, options, format, ...field }) => ({
      ...field,
      format: format ?? null,
      max_length: maxLength,
      options: [...options],
      positions: places.map(presentPlace),
    })),
    form_problem: row.form_problem,
    scripts_removed: row.scripts_removed,
    seed_value_fields: row.seed_value_fields,
    created_at: row.created_at.toISOString(),
  }
}

function presentPlace({ page, x, y, width, height, rotation }: Place): Position {
  return { page: String(page), x, y, width, height, rotation }
}
