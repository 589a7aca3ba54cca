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
}

/** Takes the key where nobody has it, where its day is over, or from `abandoned`, whose process is dead. */
export async function take(
  pool: pg.Pool,
  claim: Claim,
  abandoned: IdempotencyRecord | null,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO idempotency_keys (actor, key, fingerprint, claim, holder) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (actor, key) DO UPDATE
       SET fingerprint = $3, claim = $4, holder = $5, status = NULL, answer = NULL, created_at = now()
       WHERE idempotency_keys.created_at < now() - interval '24 hours'
          OR (idempotency_keys.status IS NULL AND idempotency_keys.claim = $6 AND idempotency_keys.holder = $7)`,
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
    `SELECT fingerprint, answer, claim, holder, ${isHeld('holder')} AS is_held
     FROM idempotency_keys WHERE actor = $1 AND key = $2`,
    [owner, key],
  )
  return rows[0] ?? null
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

export async function giveUp(pool: pg.Pool, { owner, key, claim }: Claim): Promise<void> {
  await pool.query(
    'DELETE FROM idempotency_keys WHERE actor = $1 AND key = $2 AND claim = $3 AND status IS NULL',
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
