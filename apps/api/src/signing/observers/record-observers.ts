import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { eventActor, type NewEvent } from '#api/evidence/append-event.ts'
import { appendEvents } from '#api/signing/signature-requests/append-event.ts'
import type { Observer, SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'

/** Keeps as evidence who began to look on, and who does not any longer. */
export async function recordObservers(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  before: Pick<SignatureRequest, 'observers'>,
  after: SignatureRequest,
  cause?: string,
): Promise<void> {
  const event = (type: 'observer_added' | 'observer_removed', { id, email }: Observer): NewEvent => ({
    type,
    at: context.now(),
    actor: eventActor(actor),
    data: { observerId: id, email, ...(cause ? { cause } : {}) },
  })
  await appendEvents(tx, after.id, [
    ...missing(before.observers, after.observers).map((observer) => event('observer_removed', observer)),
    ...missing(after.observers, before.observers).map((observer) => event('observer_added', observer)),
  ])
}

function missing(from: readonly Observer[], others: readonly Observer[]): Observer[] {
  const there = new Set(others.map(({ id }) => id))
  return from.filter(({ id }) => !there.has(id))
}
