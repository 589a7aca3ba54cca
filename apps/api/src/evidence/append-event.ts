import type { Actor } from '#api/actor.ts'
import type { EventActor } from '#api/db/tables.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { type EventType, firstPreviousHash, hashEvent } from './event.ts'

export interface NewEvent {
  readonly type: EventType
  readonly at: Date
  readonly actor: EventActor
  readonly data?: Record<string, unknown>
}

/**
 * Adds an event to a request's chain, in the transaction of the act it tells of. The request's row is locked first, so
 * that two acts at the same instant follow each other.
 */
export async function appendEvent(tx: Transaction, requestId: string, event: NewEvent): Promise<void> {
  await tx
    .selectFrom('signature_requests')
    .select('id')
    .where('id', '=', requestId)
    .forNoKeyUpdate()
    .execute()
  const last = await tx
    .selectFrom('evidence_events')
    .select(['seq', 'hash'])
    .where('request_id', '=', requestId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const previousHash = last?.hash ?? firstPreviousHash(requestId)
  const content = {
    requestId,
    seq: (last?.seq ?? 0) + 1,
    type: event.type,
    at: event.at,
    actor: event.actor,
    data: event.data ?? {},
  }
  await tx
    .insertInto('evidence_events')
    .values({
      request_id: requestId,
      seq: content.seq,
      type: content.type,
      at: content.at,
      actor: JSON.stringify(content.actor),
      data: JSON.stringify(content.data),
      previous_hash: previousHash,
      hash: hashEvent(content, previousHash),
    })
    .execute()
}

/** Who acted, as the evidence keeps it. */
export function eventActor(actor: Actor): EventActor {
  if (actor.kind === 'nobody') return systemActor
  return {
    kind: actor.kind,
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
