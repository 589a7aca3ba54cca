import { createHmac } from 'node:crypto'
import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { Refusal } from '#api/refusal.ts'
import { countInHour } from './tan-repository.ts'

const most = 12

/**
 * Codes for one destination, whatever they are for: who signs again and again would otherwise have five more guesses each
 * time, and a stranger's telephone could be rung all night. Counted in the transaction that makes the code.
 */
export async function countCode(context: Context, tx: Transaction, destination: string): Promise<void> {
  const key = `tan:${createHmac('sha256', context.masterKey).update(destination).digest('base64url')}`
  const { count, secondsLeft } = await countInHour(tx, key, context.now())
  if (count > most) throw new Refusal('rate.exceeded', { retryAfter: secondsLeft })
}
