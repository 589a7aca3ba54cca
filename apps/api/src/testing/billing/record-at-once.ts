import type pg from 'pg'
import { expect } from 'vitest'
import { recordUsage } from '#api/billing/usage/record-usage.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import type { TestApi } from '#api/testing/api.ts'

/** Two simple signatures are made in this account's requests: the second is counted, or waits, before the first is committed. */
export async function recordAtOnce({ context }: TestApi, owner: pg.Pool, ownerId: string): Promise<void> {
  const [recorded, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const record = (tx: Transaction) =>
    recordUsage(context, tx, { signingId: crypto.randomUUID(), ownerId, quality: 'SES' })
  const first = transaction(context.db, async (tx) => {
    await record(tx)
    recorded.resolve()
    await end.promise
  })
  await recorded.promise
  let isOver = false
  const second = transaction(context.db, record).finally(() => (isOver = true))
  await expect.poll(async () => isOver || (await isWaiting(owner))).toBe(true)
  end.resolve()
  await Promise.all([first, second])
}

/** Whether a transaction waits for another of the same payer. */
async function isWaiting(owner: pg.Pool): Promise<boolean> {
  const { rows } = await owner.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  return rows.length > 0
}
