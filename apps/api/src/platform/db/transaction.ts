import type { Transaction as KyselyTransaction } from 'kysely'
import type { Database } from './connect.ts'
import { pipelined } from './pipelining.ts'
import type { Tables } from './tables.ts'

/** What a repository needs to write: only `transaction` hands it out. */
export type Transaction = KyselyTransaction<Tables>
/** What a repository needs to read: a transaction will do. */
export type Reader = Database

const followUps = new WeakMap<object, (() => void)[]>()

/** Once the transaction has committed, and only then: what is counted has happened. */
export function afterCommit(tx: Transaction, work: () => void): void {
  followUps.get(tx)?.push(work)
}

const conflicts = new Set(['40001', '40P01'])

/** Runs the work in one transaction; a conflict that Postgres resolves by ending one side is tried again. */
export async function transaction<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      let waiting: (() => void)[] = []
      const result = await db.transaction().execute(async (serial) => {
        const tx = await pipelined(serial)
        followUps.set(tx, (waiting = []))
        return work(tx)
      })
      for (const followUp of waiting) followUp()
      return result
    } catch (error) {
      if (tries < 4 && conflicts.has((error as { code?: string }).code ?? '')) continue
      throw error
    }
  }
}
