import type { Context } from '#api/providers/context.ts'
import { removeOfDeleted, tables } from './forget-repository.ts'

const atOnce = 5000

/** The activities of businesses that are deleted: nobody may read them any longer. The evidence stays. */
export async function forgetActivities({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const table of tables)
    for (let removed = atOnce; removed === atOnce;) removed = await removeOfDeleted(db, table, atOnce)
}
