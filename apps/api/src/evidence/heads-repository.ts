import { advisoryLocks } from '#api/platform/db/advisory-locks.ts'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Heads, HeadsForm } from './heads.ts'

export interface SignedHeads {
  readonly id: string
  readonly form: HeadsForm
  readonly takenAt: Date
  readonly heads: Heads
  readonly previousDigest: Buffer
  readonly digest: Buffer
  readonly signature: Buffer
}

export async function findLast(db: Reader): Promise<Pick<SignedHeads, 'form' | 'takenAt' | 'digest'> | null> {
  const row = await db
    .selectFrom('evidence_heads')
    .select(['form', 'taken_at', 'digest'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { form: row.form, takenAt: row.taken_at, digest: row.digest } : null
}

export async function isThere(db: Reader, digest: string): Promise<boolean> {
  const row = await db
    .selectFrom('evidence_heads')
    .select('id')
    .where('digest', '=', Buffer.from(digest, 'hex'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface Head {
  /** The request's or the business's: no two things have one id. */
  readonly requestId: string
  readonly seq: number
  readonly hash: string
}

/** The heads of the chains that have an event since then, all of them without `since`. */
export async function listMoved(db: Reader, since: Date | null): Promise<Head[]> {
  return [...(await listMovedRequests(db, since)), ...(await listMovedBusinesses(db, since))]
}

function listMovedBusinesses(db: Reader, since: Date | null): Promise<Head[]> {
  return db
    .selectFrom('business_events as e')
    .distinctOn('e.business_id')
    .select(['e.business_id as requestId', 'e.seq', sql<string>`encode(e.hash, 'hex')`.as('hash')])
    .$if(since !== null, (query) =>
      query.where('e.business_id', 'in', (inner) =>
        inner.selectFrom('business_events as m').select('m.business_id').where('m.at', '>=', since),
      ),
    )
    .orderBy('e.business_id')
    .orderBy('e.seq', 'desc')
    .execute()
}

function listMovedRequests(db: Reader, since: Date | null): Promise<Head[]> {
  return db
    .selectFrom('evidence_events as e')
    .distinctOn('e.request_id')
    .select(['e.request_id as requestId', 'e.seq', sql<string>`encode(e.hash, 'hex')`.as('hash')])
    .$if(since !== null, (query) =>
      query.where('e.request_id', 'in', (inner) =>
        inner.selectFrom('evidence_events as m').select('m.request_id').where('m.at', '>=', since),
      ),
    )
    .orderBy('e.request_id')
    .orderBy('e.seq', 'desc')
    .execute()
}

/** Adds heads that follow those of `previousDigest`; false where others were added in the meantime. */
export async function add(tx: Transaction, given: readonly Omit<SignedHeads, 'id'>[]): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.evidenceHeads})`.execute(tx)
  const last = await findLast(tx)
  const first = given[0]
  if (first && last && !last.digest.equals(first.previousDigest)) return false
  for (const heads of given) {
    await tx
      .insertInto('evidence_heads')
      .values({
        form: heads.form,
        taken_at: heads.takenAt,
        heads: JSON.stringify(heads.heads),
        previous_digest: heads.previousDigest,
        digest: heads.digest,
        signature: heads.signature,
      })
      .execute()
  }
  return true
}

/** All of them in the order they were signed, one at a time: together they may not fit in memory. */
export async function* iterate(db: Reader): AsyncGenerator<SignedHeads> {
  for (let after = '0'; ;) {
    const row = await db
      .selectFrom('evidence_heads')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!row) return
    after = row.id
    yield signedHeads(row)
  }
}

/** Those that name a chain and can be shown to without the others' (form 2), one at a time as well. */
export async function* iterateNaming(db: Reader, chain: string): AsyncGenerator<SignedHeads> {
  for (let after = '0'; ;) {
    const row = await db
      .selectFrom('evidence_heads')
      .selectAll()
      .where(sql<boolean>`evidence_head_chains(heads) @> ARRAY[${chain}::text]`)
      .where('form', '=', 2)
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!row) return
    after = row.id
    yield signedHeads(row)
  }
}

function signedHeads(row: Selectable<Tables['evidence_heads']>): SignedHeads {
  return {
    id: row.id,
    form: row.form,
    takenAt: row.taken_at,
    heads: row.heads,
    previousDigest: row.previous_digest,
    digest: row.digest,
    signature: row.signature,
  }
}

/** The heads among these signed ones that are not what the chain has now. */
export async function listMismatched(db: Reader, id: string): Promise<Head[]> {
  const found = await sql<Head>`
    SELECT h.key AS "requestId", (h.value ->> 'seq')::int AS seq, h.value ->> 'hash' AS hash
    FROM evidence_heads s CROSS JOIN jsonb_each(s.heads) h
    LEFT JOIN evidence_events e ON e.request_id = h.key::uuid AND e.seq = (h.value ->> 'seq')::int
    LEFT JOIN business_events b ON b.business_id = h.key::uuid AND b.seq = (h.value ->> 'seq')::int
    WHERE s.id = ${id} AND encode(coalesce(e.hash, b.hash), 'hex') IS DISTINCT FROM h.value ->> 'hash'
    ORDER BY h.key`.execute(db)
  return found.rows
}
