import type { Transaction as KyselyTransaction } from 'kysely'
import type { Database } from './connect.ts'
import type { Tables } from './tables.ts'

/** What a repository needs to write: only `transaction` hands it out. */
export type Transaction = KyselyTransaction<Tables>
/** What a repository needs to read: a transaction will do. */
export type Reader = Database

const conflicts = new Set(['40001', '40P01'])

/** Runs the work in one transaction; a conflict that Postgres resolves by ending one side is tried again. */
export async function transaction<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries < 4 && conflicts.has((error as { code?: string }).code ?? '')) continue
      throw error
    }
  }
}
