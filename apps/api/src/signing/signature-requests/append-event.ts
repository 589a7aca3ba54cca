import { appendToChain, type NewEvent } from '#api/evidence/append-event.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { together } from '#api/platform/db/pipelining.ts'
import { lockRowForNoKeyUpdate } from './lock-repository.ts'

/** Adds one event to a request's evidence. */
export function appendEvent(tx: Transaction, requestId: string, event: NewEvent): Promise<void> {
  return appendEvents(tx, requestId, [event])
}

/**
 * Adds events to a request's evidence, in the transaction of the action they record. The request's row is locked first,
 * so that simultaneous actions are serialised.
 */
export async function appendEvents(
  tx: Transaction,
  requestId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  await together([lockRowForNoKeyUpdate(tx, requestId), appendToChain(tx, requestId, events)])
}
