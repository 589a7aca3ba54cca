import type { Reader } from '#api/platform/db/transaction.ts'
import type { ChainedEvent } from './verify-chain.ts'

/** Every business with its whole chain, one after the other; also one of which the chain alone is left. */
export async function* iterateBusinessChains(
  db: Reader,
): AsyncGenerator<{ readonly businessId: string; readonly chain: readonly ChainedEvent[] }> {
  const businesses = await db
    .selectFrom('businesses')
    .select('id')
    .union(db.selectFrom('business_events').select('business_id as id'))
    .orderBy('id')
    .execute()
  for (const { id } of businesses) {
    const rows = await db
      .selectFrom('business_events')
      .selectAll()
      .where('business_id', '=', id)
      .orderBy('seq')
      .execute()
    const chain = rows.map(({ previous_hash, ...row }) => ({
      ...row,
      requestId: id,
      previousHash: previous_hash,
    }))
    yield { businessId: id, chain }
  }
}
