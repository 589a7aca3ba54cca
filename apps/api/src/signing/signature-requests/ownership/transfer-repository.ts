import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { beingTransferred } from '#api/platform/db/being-transferred.ts'

interface Transfer {
  readonly from: string
  readonly to: string
  readonly since: Date
  readonly until: Date
}

/** From now on what it names is closed to who has left. What they were to take over themselves goes to the same member. */
export async function insertTransfer(tx: Transaction, { from, to, since, until }: Transfer): Promise<void> {
  await tx.updateTable('ownership_transfers').set({ to_id: to }).where('to_id', '=', from).execute()
  await tx
    .insertInto('ownership_transfers')
    .values({ account_id: from, since, until, to_id: to })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** It is over: what is left, if anything, stays where it is. */
export async function removeTransfer(
  tx: Transaction,
  { from, until }: { readonly from: string; readonly until: Date },
): Promise<void> {
  await tx
    .deleteFrom('ownership_transfers')
    .where('account_id', '=', from)
    .where('until', '=', until)
    .execute()
}

/** Those whose last request a process of an earlier release has transferred, which doesn't know them. */
export async function purgeTransfers(db: Reader, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ownership_transfers t WHERE t.until < ${before} AND NOT EXISTS (
      SELECT FROM signature_requests r WHERE r.owner_id = t.account_id AND ${sql.raw(beingTransferred('r'))})`.execute(
    db,
  )
  return Number(numAffectedRows)
}
