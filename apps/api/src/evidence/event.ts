import { createHash } from 'node:crypto'

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
  const { requestId, seq, type, at, actor, data } = event
  return createHash('sha256')
    .update(previousHash)
    .update(canonical({ requestId, seq, type, at: at.toISOString(), actor, data }))
    .digest()
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

/** One spelling for a value: keys sorted, nothing undefined (what jsonb gives back has neither order nor undefined). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
    return `{${entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
      .join(',')}}`
  }
  return JSON.stringify(value)
}
