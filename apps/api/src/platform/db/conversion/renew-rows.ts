import type { RawBuilder } from 'kysely'
import type { Database } from '../connect.ts'
import type { Tables } from '../tables.ts'
import { type Reader, type Transaction, transaction } from '../transaction.ts'
import { pageRanges } from './page-ranges.ts'

export interface Renewal {
  readonly table: keyof Tables
  /** Renews those in one range of pages that others haven't locked, and tells how many. */
  readonly renew: (tx: Transaction, range: RawBuilder<boolean>) => Promise<number>
  /** Whether a range has rows that are still to be renewed. */
  readonly isLeft: (db: Reader, range: RawBuilder<boolean>) => Promise<boolean>
}

/**
 * Renews what an earlier release has written, in many short transactions: it may be interrupted and begun again. Of rows that were in
 * use, some may be left.
 */
export async function renewRows(
  db: Database,
  { table, renew, isLeft }: Renewal,
): Promise<{ readonly renewed: number; readonly isDone: boolean }> {
  let [renewed, isDone] = [0, true]
  for await (const range of pageRanges(db, table)) {
    renewed += await transaction(db, (tx) => renew(tx, range))
    if (await isLeft(db, range)) isDone = false
  }
  return { renewed, isDone }
}
