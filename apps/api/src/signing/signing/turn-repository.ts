import { sql } from 'kysely'
import type { SigningPartyRow } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** TAKEN: its job makes the signature. WAITING: it has no job, and gets one when its turn comes. */
export type Turn = 'TAKEN' | 'WAITING'

export interface InTurn {
  readonly id: string
  readonly request_id: string
  readonly party: SigningPartyRow | null
}

/** The turn of a signing of this request that asks for it now, and may have it already. The request's row is locked. */
export const nextTurn = (requestId: string, id: string) =>
  sql<Turn>`CASE WHEN EXISTS (SELECT FROM signings AS other WHERE other.request_id = ${requestId}::uuid
    AND other.id <> ${id}::uuid AND other.turn = 'TAKEN' AND other.status = 'OPEN')
    THEN 'WAITING' ELSE 'TAKEN' END`

/** Takes the turn of an open signing, or its place among those that wait; null where it is over. The request's row is locked. */
export async function takeTurn(
  tx: Transaction,
  { id, request_id: requestId }: Pick<InTurn, 'id' | 'request_id'>,
): Promise<Turn | null> {
  const row = await tx
    .updateTable('signings')
    .set({ turn: nextTurn(requestId, id) })
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .returning('turn')
    .executeTakeFirst()
  return row?.turn ?? null
}

/** Gives the turn up: the signing pauses, and takes it again later. */
export async function giveUpTurn(tx: Transaction, id: string): Promise<void> {
  await tx.updateTable('signings').set({ turn: null }).where('id', '=', id).execute()
}

/** It is the turn of the one that has waited longest: null where none waits, or another has it. The request's row is locked. */
export async function passTurn(tx: Transaction, requestId: string): Promise<InTurn | null> {
  const next = await tx
    .selectFrom('signings')
    .select(['id', 'request_id', 'party'])
    .where('request_id', '=', requestId)
    .where('turn', '=', 'WAITING')
    .where('status', '=', 'OPEN')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return next && (await takeTurn(tx, next)) === 'TAKEN' ? next : null
}

/** The open ones that have the turn. */
export function listTaken(db: Reader): Promise<InTurn[]> {
  return db
    .selectFrom('signings')
    .select(['id', 'request_id', 'party'])
    .where('turn', '=', 'TAKEN')
    .where('status', '=', 'OPEN')
    .execute()
}

/** Requests in which a signing waits and none has the turn. */
export async function listWithoutTurn(db: Reader, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('signings as waiting')
    .select('waiting.request_id')
    .distinct()
    .where('waiting.turn', '=', 'WAITING')
    .where('waiting.status', '=', 'OPEN')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('signings as taken')
            .select('taken.id')
            .whereRef('taken.request_id', '=', 'waiting.request_id')
            .where('taken.turn', '=', 'TAKEN')
            .where('taken.status', '=', 'OPEN'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map((row) => row.request_id)
}
