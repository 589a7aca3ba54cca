import { sql } from 'kysely'
import type { Context } from '#api/context.ts'

const atOnce = 5000

/** The activities of businesses that are deleted: nobody may read them any more. The evidence stays. */
export async function forgetActivities({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const table of ['activities', 'activity_changes', 'activity_tallies'])
    for (let removed = atOnce; removed === atOnce;) {
      const from = sql.table(table)
      const { numAffectedRows } = await sql`
        DELETE FROM ${from} WHERE ctid = ANY(ARRAY(
          SELECT a.ctid FROM businesses b JOIN ${from} a ON a.business_id = b.id
          WHERE b.deleted_at IS NOT NULL LIMIT ${atOnce}))`.execute(db)
      removed = Number(numAffectedRows ?? 0)
    }
}
