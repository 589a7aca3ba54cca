import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Attempt, NextStep } from './callback.ts'

export interface StoredAttempt extends Omit<Attempt, 'retryAfter'> {
  readonly callbackId: string
  readonly number: number
}

/**
 * Ends an attempt. False where it is no longer this one that counts: it took so long that another worker has begun the
 * next.
 */
export async function finish(
  tx: Transaction,
  { id, number }: { readonly id: string; readonly number: number },
  attempt: Attempt,
  next: NextStep,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('callbacks')
    .set({ state: next.state, due_at: next.dueAt, claimed_until: null, updated_at: now })
    .where('id', '=', id)
    .where('attempts', '=', number)
    .where('claimed_until', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const { at, durationMs: duration_ms, status, response, error } = attempt
  await tx
    .insertInto('callback_attempts')
    .values({ callback_id: id, number, at, duration_ms, status, response, error })
    .execute()
  return true
}

/** An attempt that was broken off by us: another worker may begin the next at once. */
export async function giveBack(db: Reader, id: string, number: number): Promise<void> {
  await db
    .updateTable('callbacks')
    .set({ claimed_until: null })
    .where('id', '=', id)
    .where('attempts', '=', number)
    .execute()
}

/** The next one of a request may be sent. */
export async function releaseNext(tx: Transaction, requestId: string, now: Date): Promise<void> {
  await sql`UPDATE callbacks SET due_at = ${now} WHERE due_at IS NULL AND id = (
    SELECT id FROM callbacks WHERE request_id = ${requestId} AND state = 'OPEN' ORDER BY position LIMIT 1)`.execute(
    tx,
  )
}

/** What failed attempts said, by callback, oldest first. */
export async function listErrors(db: Reader, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('callback_attempts')
    .select(['callback_id', 'error'])
    .where('callback_id', 'in', ids)
    .where('error', 'is not', null)
    .orderBy('callback_id')
    .orderBy('number')
    .execute()
  const byCallback = Map.groupBy(rows, ({ callback_id: id }) => id)
  return new Map([...byCallback].map(([id, errors]) => [id, errors.map(({ error }) => error ?? '')]))
}

/** The newest first. */
export async function listLatest(db: Reader, id: string, limit: number): Promise<StoredAttempt[]> {
  const rows = await db
    .selectFrom('callback_attempts')
    .selectAll()
    .where('callback_id', '=', id)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ callback_id: callbackId, duration_ms: durationMs, ...row }) => ({
    ...row,
    callbackId,
    durationMs,
  }))
}
