import type { Insertable, Selectable } from 'kysely'
import type { EventActor, Tables } from '#api/platform/db/tables.ts'
import { prepared, preparedIfFew } from '#api/platform/db/statements/prepared.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { ChainedEvent } from './verify-chain.ts'

export interface StoredEvent extends ChainedEvent {
  readonly actor: EventActor
  readonly data: Record<string, unknown>
  readonly hash: Buffer
  readonly previousHash: Buffer
}

/** A request's events, first to last. */
export async function listForRequest(db: Reader, requestId: string): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('evidence_events')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('seq')
    .execute()
  return rows.map(storedEvent)
}

const eventsAtOnce = 5_000

/** Every chain there is, whole, one after the other. */
export async function* iterateChains(db: Reader): AsyncGenerator<StoredEvent[]> {
  let chain: StoredEvent[] = []
  for await (const event of iterateEvents(db)) {
    if (chain[0] && chain[0].requestId !== event.requestId) {
      yield chain
      chain = []
    }
    chain.push(event)
  }
  if (chain.length > 0) yield chain
}

async function* iterateEvents(db: Reader): AsyncGenerator<StoredEvent> {
  for (let after: StoredEvent | undefined; ;) {
    const last = after
    const rows = await db
      .selectFrom('evidence_events')
      .selectAll()
      .$if(last !== undefined, (query) =>
        query.where((eb) =>
          eb(eb.refTuple('request_id', 'seq'), '>', eb.tuple(last?.requestId ?? '', last?.seq ?? 0)),
        ),
      )
      .orderBy('request_id')
      .orderBy('seq')
      .limit(eventsAtOnce)
      .execute()
    for (const row of rows) yield (after = storedEvent(row))
    if (rows.length < eventsAtOnce) return
  }
}

/** Requests of which no event is left: each begins with one. */
export async function listWithoutEvents(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('signature_requests as r')
    .select('r.id')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('evidence_events as e').select('e.seq').whereRef('e.request_id', '=', 'r.id'),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

function storedEvent(row: Selectable<Tables['evidence_events']>): StoredEvent {
  return {
    requestId: row.request_id,
    seq: row.seq,
    type: row.type,
    at: row.at,
    actor: row.actor,
    data: row.data,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}

/** The last event of a request's chain. */
export async function findLast(
  tx: Transaction,
  requestId: string,
): Promise<{ readonly seq: number; readonly hash: Buffer } | undefined> {
  return tx
    .selectFrom('evidence_events')
    .modifyFront(prepared)
    .select(['seq', 'hash'])
    .where('request_id', '=', requestId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertEvents(
  tx: Transaction,
  rows: readonly Insertable<Tables['evidence_events']>[],
): Promise<void> {
  await tx
    .insertInto('evidence_events')
    .values([...rows])
    .modifyEnd(preparedIfFew(rows))
    .execute()
}
