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

/** The turn of a signing of this request that asks for it now. The request's row is locked. */
export const nextTurn = (requestId: string) =>
  sql<Turn>`CASE WHEN EXISTS (SELECT FROM signings AS other
    WHERE other.request_id = ${requestId}::uuid AND other.turn = 'TAKEN' AND other.status = 'OPEN')
    THEN 'WAITING' ELSE 'TAKEN' END`

/** Takes the turn of an open signing, or its place among those that wait. The request's row is locked. */
export async function takeTurn(
  tx: Transaction,
  { id, request_id: requestId }: Pick<InTurn, 'id' | 'request_id'>,
): Promise<Turn | null> {
  const row = await tx
    .updateTable('signings')
    .set({ turn: nextTurn(requestId) })
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .where((eb) => eb.or([eb('turn', 'is', null), eb('turn', '=', 'WAITING')]))
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
  const row = await tx
    .updateTable('signings')
    .set({ turn: nextTurn(requestId) })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('signings as next')
        .select('next.id')
        .where('next.request_id', '=', requestId)
        .where('next.turn', '=', 'WAITING')
        .where('next.status', '=', 'OPEN')
        .orderBy('next.created_at')
        .orderBy('next.id')
        .limit(1),
    )
    .returning(['id', 'request_id', 'party', 'turn'])
    .executeTakeFirst()
  return row?.turn === 'TAKEN' ? row : null
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
