import { type RawBuilder, sql } from 'kysely'
import { changeOwner } from '#api/documents/documents/repository.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { removeDepartures } from './departure-repository.ts'

/** Those of an account's own that it still sees: what it made in that time, and what was handed over to it then. */
export async function listMadeBetween(
  db: Reader,
  accountId: string,
  { since, until }: { readonly since: string; readonly until: string },
  atMost: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('request_access')
    .select('request_id')
    .where('account_id', '=', accountId)
    .where('is_owner', '=', true)
    .where('created_at', '<=', new Date(until))
    .where((eb) => eb.or([eb('created_at', '>=', new Date(since)), takenOver(accountId, new Date(since))]))
    .orderBy('created_at')
    .orderBy('request_id')
    .limit(atMost)
    .execute()
  return rows.map(({ request_id }) => request_id)
}

/** Of a row of `request_access`: the account got it from somebody else since then. */
export function takenOver(accountId: string, since: Date): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM evidence_events e WHERE e.request_id = request_access.request_id AND e.type = 'owner_changed'
      AND e.data ->> 'toId' = ${accountId} AND e.at >= ${since})`
}

/**
 * A request that is locked has another owner, and so have the files in it: whoever uploaded them does not read them any
 * more by that alone. False where it was somebody else's in the meantime.
 */
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
  if (moved.numUpdatedRows !== 1n) return false
  const shown = await tx
    .selectFrom('request_documents as rd')
    .innerJoin('documents as d', 'd.id', 'rd.document_id')
    .select('d.root_id')
    .distinct()
    .where('rd.request_id', '=', id)
    .execute()
  await changeOwner(tx, { roots: shown.map(({ root_id }) => root_id), from, to })
  // Whoever had left it, or looked on, owns it now.
  await removeDepartures(tx, id, [to])
  return true
}
