import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { isHeld } from '#api/platform/db/process-lease.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

export interface Claim {
  readonly owner: string
  readonly key: string
  readonly fingerprint: Buffer
  /** The call's own name for its claim. */
  readonly claim: string
  readonly holder: number
}

export interface IdempotencyRecord {
  readonly fingerprint: Buffer
  readonly answer: { readonly encrypted: string } | null
  readonly claim: string
  readonly holder: number
  /** Whether the process that claimed it is still connected. */
  readonly is_held: boolean
  /** Whether the work of this claim was committed. */
  readonly is_done: boolean
  /** What it has made; null where the response can't be read from that. */
  readonly result: string | null
}

/** The work of the claim was committed: nobody may do it again, even if its process died before its answer was kept. */
const isDone = 'idempotency_keys.result_claim IS NOT DISTINCT FROM idempotency_keys.claim'

/** Takes the key where nobody has it, where its day is over, or from `abandoned`, whose process died before its work was done. */
export async function take(
  pool: pg.Pool,
  claim: Claim,
  abandoned: IdempotencyRecord | null,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO idempotency_keys (actor, key, fingerprint, claim, holder) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (actor, key) DO UPDATE
       SET fingerprint = $3, claim = $4, holder = $5, status = NULL, answer = NULL, result_claim = NULL, result = NULL,
           created_at = now()
       WHERE idempotency_keys.created_at < now() - interval '24 hours'
          OR (idempotency_keys.status IS NULL AND idempotency_keys.claim = $6 AND idempotency_keys.holder = $7
              AND NOT ${isDone})`,
    [
      claim.owner,
      claim.key,
      claim.fingerprint,
      claim.claim,
      claim.holder,
      abandoned?.claim ?? null,
      abandoned?.holder ?? null,
    ],
  )
  return rowCount === 1
}

export async function find(pool: pg.Pool, owner: string, key: string): Promise<IdempotencyRecord | null> {
  const { rows } = await pool.query<IdempotencyRecord>(
    `SELECT fingerprint, answer, claim, holder, ${isHeld('holder')} AS is_held, ${isDone} AS is_done, result
     FROM idempotency_keys WHERE actor = $1 AND key = $2`,
    [owner, key],
  )
  return rows[0] ?? null
}

/** Takes the key from `abandoned`, whose process died after its work was done: for its answer alone. */
export async function takeDone(
  pool: pg.Pool,
  { owner, key, claim, holder }: Claim,
  abandoned: IdempotencyRecord,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE idempotency_keys SET claim = $3, holder = $4, result_claim = $3
     WHERE actor = $1 AND key = $2 AND status IS NULL AND claim = $5 AND holder = $6 AND ${isDone}`,
    [owner, key, claim, holder, abandoned.claim, abandoned.holder],
  )
  return rowCount === 1
}

/** For the transaction that does the work. Changes nothing where another call has taken the key meanwhile. */
export function writeResult({ owner, key, claim, fingerprint }: Claim, result: string | null): CompiledQuery {
  return CompiledQuery.raw(
    `UPDATE idempotency_keys SET result_claim = claim, result = $4, fingerprint = $5
     WHERE actor = $1 AND key = $2 AND claim = $3 RETURNING pg_current_xact_id()::text AS xid`,
    [owner, key, claim, result, fingerprint],
  )
}

/** Keeps the answer, unless another call has taken the key meanwhile. */
export async function keepAnswer(
  pool: pg.Pool,
  { owner, key, claim, fingerprint }: Claim,
  status: number,
  answer: { readonly encrypted: string },
): Promise<void> {
  await pool.query(
    'UPDATE idempotency_keys SET status = $4, answer = $5, fingerprint = $6 WHERE actor = $1 AND key = $2 AND claim = $3',
    [owner, key, claim, status, JSON.stringify(answer), fingerprint],
  )
}

/** The key is free again, unless the work was done; `isUndone`: it was taken back. */
export async function giveUp(pool: pg.Pool, { owner, key, claim }: Claim, isUndone = false): Promise<void> {
  await pool.query(
    `DELETE FROM idempotency_keys
     WHERE actor = $1 AND key = $2 AND claim = $3 AND status IS NULL AND ($4 OR NOT ${isDone})`,
    [owner, key, claim, isUndone],
  )
}

/** The work is done, but its call has no answer to keep: any process may read it, though this one lives. */
export async function release(pool: pg.Pool, { owner, key, claim }: Claim): Promise<void> {
  await pool.query(
    `UPDATE idempotency_keys SET holder = 0
     WHERE actor = $1 AND key = $2 AND claim = $3 AND status IS NULL AND ${isDone}`,
    [owner, key, claim],
  )
}

/** After a lost connection: what its process still works on belongs to its new number. */
export function moveClaims(
  client: pg.Client | pg.Pool,
  claims: readonly string[],
  holder: number,
): Promise<unknown> {
  return client.query('UPDATE idempotency_keys SET holder = $2 WHERE claim = ANY($1) AND status IS NULL', [
    claims,
    holder,
  ])
}

export async function removeAll(tx: Transaction, actor: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('actor', '=', actor).execute()
}

/** Deletes what was kept before. Answers how many. */
export async function purge(db: Reader, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
