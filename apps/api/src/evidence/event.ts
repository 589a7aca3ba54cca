import { createHash } from 'node:crypto'
import { canonical } from './canonical-json.ts'

export type { EventType } from '@countersign/contract/event-types.ts'

export interface EventContent {
  readonly requestId: string
  readonly seq: number
  readonly type: string
  readonly at: Date
  readonly actor: object
  readonly data: object
}

/** The chain of a request begins with the request itself, so that no chain can stand for another's. */
export function firstPreviousHash(requestId: string): Buffer {
  return createHash('sha256').update(`countersign evidence ${requestId}`).digest()
}

/** An event's hash covers all of it and the hash of the one before. */
export function hashEvent(event: EventContent, previousHash: Uint8Array): Buffer {
  return createHash('sha256').update(previousHash).update(hashedText(event)).digest()
}

/** What of an event is hashed, to the letter: canonical JSON (RFC 8785). */
export function hashedText({ requestId, seq, type, at, actor, data }: EventContent): string {
  return canonical({ requestId, seq, type, at: at.toISOString(), actor, data })
}

/** The row that follows `last` in the chain of a request, or of a business. */
export function nextInChain(
  chainId: string,
  last: { readonly seq: number; readonly hash: Buffer } | undefined,
  {
    type,
    at,
    actor,
    data = {},
  }: Omit<EventContent, 'requestId' | 'seq' | 'data'> & { readonly data?: object },
) {
  const seq = (last?.seq ?? 0) + 1
  const previousHash = last?.hash ?? firstPreviousHash(chainId)
  return {
    seq,
    at,
    actor: JSON.stringify(actor),
    data: JSON.stringify(data),
    previous_hash: previousHash,
    hash: hashEvent({ requestId: chainId, seq, type, at, actor, data }, previousHash),
  }
}
