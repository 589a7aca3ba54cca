import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** Those that an account owns and sees. */
const owned = (db: Reader, accountId: string) =>
  db
    .selectFrom('request_access')
    .select('request_id')
    .where('account_id', '=', accountId)
    .where('is_owner', '=', true)

/** Those of an account's own that it still sees: what it made in that time, and what was transferred to it then. */
export async function listMadeBetween(
  db: Reader,
  accountId: string,
  { since, until }: { readonly since: string; readonly until: string },
  atMost: number,
): Promise<string[]> {
  const rows = await owned(db, accountId)
    .where('created_at', '<=', new Date(until))
    .where((eb) => eb.or([eb('created_at', '>=', new Date(since)), takenOver(accountId, new Date(since))]))
    .orderBy('created_at')
    .orderBy('request_id')
    .limit(atMost)
    .execute()
  return rows.map(({ request_id }) => request_id)
}

/** Some of those that an account owns and sees, after one of them. */
export async function listOwnedAfter(
  db: Reader,
  accountId: string,
  after: string | undefined,
  atMost: number,
): Promise<string[]> {
  const rows = await owned(db, accountId)
    .$if(after !== undefined, (query) => query.where('request_id', '>', after ?? ''))
    .orderBy('request_id')
    .limit(atMost)
    .execute()
  return rows.map(({ request_id }) => request_id)
}

/** Of a row of `request_access`: the account got it from someone else since then. */
function takenOver(accountId: string, since: Date): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM evidence_events e WHERE e.request_id = request_access.request_id AND e.type = 'owner_changed'
      AND e.data ->> 'toId' = ${accountId} AND e.at >= ${since})`
}

/** False where it was someone else's in the meantime. */
export async function setOwner(
  tx: Transaction,
  { id, from, to }: { readonly id: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  const moved = await tx
    .updateTable('signature_requests')
    .set({ owner_id: to })
    .where('id', '=', id)
    .where('owner_id', '=', from)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** The owner has full access without it. */
export async function removeOwnEditor(tx: Transaction, id: string, owner: string): Promise<void> {
  await tx
    .deleteFrom('request_editors')
    .where('request_id', '=', id)
    .where('account_id', '=', owner)
    .execute()
}

/** How many requests of its own the account has made, or got from someone else, since then. */
export async function countOwnedSince(
  db: Reader,
  accountId: string,
  since: Date,
): Promise<{ readonly requests: number; readonly drafts: number; readonly open: number }> {
  const counted = await db
    .selectFrom('request_access')
    .select((eb) => {
      const all = eb.fn.countAll<string>()
      return [
        all.as('requests'),
        all.filterWhere('status', '=', 'DRAFT').as('drafts'),
        all.filterWhere('status', 'in', ['TO_SIGN', 'WAITING']).as('open'),
      ]
    })
    .where('account_id', '=', accountId)
    .where('is_owner', '=', true)
    .where((eb) => eb.or([eb('created_at', '>=', since), takenOver(accountId, since)]))
    .executeTakeFirstOrThrow()
  return { requests: Number(counted.requests), drafts: Number(counted.drafts), open: Number(counted.open) }
}
