import { sortKey } from '#api/platform/db/sort-key.ts'
import { containing } from '#api/platform/values/search-term.ts'
import type { TemplateListItem } from '@countersign/contract/templates.ts'
import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'

export interface TemplateQuery {
  readonly page: number
  readonly size: number
  readonly sort: 'asc' | 'desc'
  readonly sort_by: 'name' | 'created_at' | 'updated_at'
  readonly search?: string | undefined
}

interface Row {
  total: number
  /** Null on the one row of a page that is empty. */
  id: string | null
  name: string
  title: string
  document_names: string[] | null
  role_names: string[]
  created_at: Date
  updated_at: Date
}

const words = sql`concat_ws(' ', t.name, t.title, names.roles::text, names.documents::text)`
const columns = { name: sortKey('t.name'), created_at: sql`t.created_at`, updated_at: sql`t.updated_at` }

/** One statement for the page and the total. An account has a few hundred at most, so they are looked through. */
export async function list(
  db: Reader,
  ownerId: string,
  query: TemplateQuery,
): Promise<{ items: TemplateListItem[]; total: number }> {
  const order = sql`${columns[query.sort_by]} ${query.sort === 'asc' ? sql`ASC` : sql`DESC`}, t.id`
  const pattern = query.search && containing(query.search)
  const searched = pattern
    ? sql`AND (lower(${words}) LIKE lower(${pattern}) OR base_letters(${words}) LIKE lower(${pattern}))`
    : sql``
  const { rows } = await sql<Row>`
    WITH found AS (
      SELECT t.id, t.name, t.title, t.created_at, t.updated_at, names.documents AS document_names,
        names.roles AS role_names, row_number() OVER (ORDER BY ${order}) AS place
      FROM templates t CROSS JOIN LATERAL (SELECT
        (SELECT array_agg(d.name ORDER BY td.position) FROM template_documents td
          JOIN documents d ON d.id = td.document_id WHERE td.template_id = t.id) AS documents,
        ARRAY(SELECT role ->> 'name' FROM jsonb_array_elements(t.roles) role) AS roles) names
      WHERE t.owner_id = ${ownerId} ${searched})
    SELECT counted.total, page.* FROM (SELECT count(*)::int AS total FROM found) counted
    LEFT JOIN (SELECT * FROM found ORDER BY place
      LIMIT ${query.size} OFFSET ${(query.page - 1) * query.size}) page ON true
    ORDER BY page.place`.execute(db)
  return {
    items: rows.flatMap((row) => (row.id === null ? [] : [toItem({ ...row, id: row.id })])),
    total: rows[0]?.total ?? 0,
  }
}

function toItem(row: Row & { id: string }): TemplateListItem {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    document_names: row.document_names ?? [],
    role_names: row.role_names,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
