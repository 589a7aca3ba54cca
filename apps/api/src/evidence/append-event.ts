import type { AnonymousActor, Participant } from '#api/platform/actor.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { type EventType, nextInChain } from './event.ts'
import { findLast, insertEvents } from './repository.ts'

export interface NewEvent {
  readonly type: EventType
  readonly at: Date
  readonly actor: EventActor
  readonly data?: Record<string, unknown>
}

/**
 * Adds events to a request's chain. The caller has locked the request's row, so that simultaneous actions are
 * serialised: see `signing/signature-requests/append-event.ts`.
 */
export async function appendToChain(
  tx: Transaction,
  requestId: string,
  events: readonly NewEvent[],
): Promise<void> {
  let last = await findLast(tx, requestId)
  const rows = events.map((event) => {
    const next = nextInChain(requestId, last, event)
    last = next
    return { request_id: requestId, type: event.type, ...next }
  })
  await insertEvents(tx, rows)
}

/** The actor, as the evidence stores it. */
export function eventActor(actor: Participant | AnonymousActor): EventActor {
  if (actor.kind === 'nobody') return systemActor
  return {
    kind: actor.kind === 'account' && actor.apiUser ? 'api_user' : actor.kind,
    ...(actor.kind === 'account' ? { accountId: actor.accountId } : { signatureId: actor.signatureId }),
    name: actor.name,
    email: actor.email,
    address: actor.address,
    userAgent: actor.userAgent,
  }
}

export const systemActor: EventActor = {
  kind: 'system',
  name: null,
  email: null,
  address: null,
  userAgent: null,
}
