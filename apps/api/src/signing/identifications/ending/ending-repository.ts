import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { holderKey, type Identification } from '../identification.ts'

const day = 86_400_000

/** Accounts’ successes of which something is due: to tell so many days before their end, or that they have ended. */
export async function listEnding(db: Reader, now: Date, notices: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('identifications')
    .select('id')
    .where('status', '=', 'success')
    .where('account_id', 'is not', null)
    .where((eb) =>
      eb.or(
        [...notices, 0].map((days) =>
          eb.and([
            eb('valid_until', '<=', new Date(now.getTime() + days * day)),
            eb.or([eb('told_days', 'is', null), eb('told_days', '>', days)]),
          ]),
        ),
      ),
    )
    .orderBy('valid_until')
    .limit(1000)
    .execute()
  return rows.map(({ id }) => id)
}

/** False where that was told already. */
export async function markNotified(tx: Transaction, id: string, days: number): Promise<boolean> {
  const noted = await tx
    .updateTable('identifications')
    .set({ told_days: days })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('told_days', 'is', null), eb('told_days', '>', days)]))
    .executeTakeFirst()
  return noted.numUpdatedRows === 1n
}

/** Has the account another success, under whatever law and of whatever level, that counts after this time? */
export async function hasOther(tx: Transaction, one: Identification, after: Date | null): Promise<boolean> {
  const row = await tx
    .selectFrom('identifications')
    .select('id')
    .where('holder', '=', holderKey(one.holder))
    .where('id', '<>', one.id)
    .where('status', '=', 'success')
    .where('means_changed_at', 'is', null)
    .where('valid_until', '>', after)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Those nobody needs any longer. */
export async function listForgettable(
  db: Reader,
  limits: { readonly guestsEndedBefore: Date; readonly failedBefore: Date; readonly ranOutBefore: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('identifications as i')
    .leftJoin('signature_requests as r', 'r.id', 'i.request_id')
    .select('i.id')
    .where((eb) =>
      eb.or([
        eb.and([eb('r.status', '<>', 'OPEN'), eb('r.updated_at', '<', limits.guestsEndedBefore)]),
        eb.and([eb('i.status', '=', 'failure'), eb('i.finished_at', '<', limits.failedBefore)]),
        eb.and([eb('i.status', '=', 'success'), eb('i.valid_until', '<', limits.ranOutBefore)]),
      ]),
    )
    .limit(1000)
    .execute()
  return rows.map(({ id }) => id)
}
