import { sql } from 'kysely'
import type { CallbackState } from '@countersign/contract/values.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Callback } from './callback.ts'

function callbacks(db: Reader) {
  return db
    .selectFrom('callbacks as c')
    .innerJoin('api_users as u', 'u.id', 'c.api_user_id')
    .leftJoin('callback_attempts as last', (join) =>
      join.onRef('last.callback_id', '=', 'c.id').onRef('last.number', '=', 'c.attempts'),
    )
    .select(['c.id', 'c.request_id', 'c.signature_id', 'c.document_id', 'c.api_user_id', 'c.type', 'c.url'])
    .select(['c.state', 'c.attempts', 'c.due_at', 'c.created_at', 'c.updated_at', 'u.username'])
    .select(['last.status as last_status', 'last.error as last_error', 'u.deleted_at as user_deleted_at'])
}

type Row = Awaited<ReturnType<ReturnType<typeof callbacks>['execute']>>[number]
/** A callback without its last attempt. */
export type CallbackRow = Omit<Row, 'last_status' | 'last_error' | 'user_deleted_at'>

export interface StoredCallback extends Callback {
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly isUserDeleted: boolean
}

/** Those of a request that belong to this API user, oldest first. */
export async function listForRequest(
  db: Reader,
  requestId: string,
  apiUserId: string,
): Promise<StoredCallback[]> {
  const rows = await callbacks(db)
    .where('c.request_id', '=', requestId)
    .where('c.api_user_id', '=', apiUserId)
    .orderBy('c.created_at')
    .orderBy('c.position')
    .execute()
  return rows.map(toStored)
}

export interface CallbackFilter {
  readonly username?: string | undefined
  readonly state?: CallbackState | undefined
  readonly requestId?: string | undefined
}

/** A business's, newest first. */
export async function listForBusiness(
  db: Reader,
  businessId: string,
  { username, state, requestId }: CallbackFilter,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly items: StoredCallback[]; readonly total: number }> {
  const matching = callbacks(db)
    .where('c.business_id', '=', businessId)
    .$if(username !== undefined, (query) => query.where('u.username', '=', username ?? ''))
    .$if(state !== undefined, (query) => query.where('c.state', '=', state ?? 'OPEN'))
    .$if(requestId !== undefined, (query) => query.where('c.request_id', '=', requestId ?? ''))
  const [rows, counted] = await Promise.all([
    matching
      .orderBy('c.created_at', 'desc')
      .orderBy('c.position', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching
      .clearSelect()
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(toStored), total: Number(counted.total) }
}

export async function findInBusiness(
  db: Reader,
  businessId: string,
  id: string,
): Promise<StoredCallback | null> {
  const row = await callbacks(db)
    .where('c.id', '=', id)
    .where('c.business_id', '=', businessId)
    .executeTakeFirst()
  return row ? toStored(row) : null
}

/** Opens it again, at the end of its request's line; one that is waiting is due now. `isFirst`: nothing is before it. */
export async function reopen(
  tx: Transaction,
  { id, state }: Callback,
  now: Date,
  isFirst: boolean,
): Promise<void> {
  await sql`SELECT pg_notify('callbacks', '')`.execute(tx)
  if (state === 'OPEN') {
    await tx
      .updateTable('callbacks')
      .set({ due_at: now })
      .where('id', '=', id)
      // One that waits for another is due only where there is none: its request is gone, and with it what the two were ordered by.
      .where((eb) => eb.or([eb('due_at', '>', now), ...(isFirst ? [eb('due_at', 'is', null)] : [])]))
      .where('claimed_until', 'is', null)
      .execute()
    return
  }
  await tx
    .updateTable('callbacks')
    .set((eb) => ({
      state: 'OPEN',
      position: eb.fn<string>('nextval', [
        eb.fn('pg_get_serial_sequence', [eb.val('callbacks'), eb.val('position')]),
      ]),
      first_attempt_at: null,
      due_at: isFirst ? now : null,
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute()
}

/** Is another one of the request waiting or being sent? */
export async function hasOtherOpen(tx: Transaction, { id, requestId }: Callback): Promise<boolean> {
  const row = await tx
    .selectFrom('callbacks')
    .select('id')
    .where('request_id', '=', requestId)
    .where('id', '<>', id)
    .where('state', '=', 'OPEN')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the oldest of those that ended before, so many at most. Answers how many. */
export async function removeEnded(tx: Transaction, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('callbacks')
    .where('id', 'in', (query) =>
      query
        .selectFrom('callbacks')
        .select('id')
        .where('state', '<>', 'OPEN')
        .where('updated_at', '<', before)
        .orderBy('updated_at')
        .limit(limit),
    )
    // One that is delivered again in this moment stays.
    .where('state', '<>', 'OPEN')
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function toStored(row: Row): StoredCallback {
  return {
    ...toCallback(row),
    lastStatus: row.last_status,
    lastError: row.last_error,
    isUserDeleted: row.user_deleted_at !== null,
  }
}

export function toCallback(row: CallbackRow): Callback {
  return {
    id: row.id,
    requestId: row.request_id,
    signatureId: row.signature_id,
    documentId: row.document_id,
    apiUserId: row.api_user_id,
    username: row.username,
    type: row.type,
    url: row.url,
    state: row.state,
    attempts: row.attempts,
    dueAt: row.due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
