import type { Selectable } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { StoredEvent } from '#api/evidence/repository.ts'

export interface Filter {
  readonly type?: string | undefined
  /** From this instant on. */
  readonly from?: Date | undefined
  /** Before this one. */
  readonly before?: Date | undefined
}

function matching(db: Reader, businessId: string, { type, from, before }: Filter) {
  return db
    .selectFrom('business_events')
    .where('business_id', '=', businessId)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date()))
    .$if(before !== undefined, (query) => query.where('at', '<', before ?? new Date()))
}

/** The newest first. */
export async function listActions(
  db: Reader,
  businessId: string,
  filter: Filter,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly actions: StoredEvent[]; readonly total: number }> {
  const [rows, counted] = await Promise.all([
    matching(db, businessId, filter)
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching(db, businessId, filter)
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { actions: rows.map(toAction), total: Number(counted.total) }
}

const actionsAtOnce = 500

/** The chain from its beginning, a piece at a time: nobody holds all of it. */
export async function* iterateActions(db: Reader, businessId: string): AsyncGenerator<StoredEvent> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('business_events')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(actionsAtOnce)
      .execute()
    yield* rows.map(toAction)
    if (rows.length < actionsAtOnce) return
    after = rows.at(-1)?.seq ?? after
  }
}

function toAction(row: Selectable<Tables['business_events']>): StoredEvent {
  return {
    requestId: row.business_id,
    seq: row.seq,
    type: row.type,
    at: row.at,
    actor: row.actor,
    data: row.data,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}
