import { type EventContent, firstPreviousHash, hashEvent } from './event.ts'

export interface ChainedEvent extends EventContent {
  readonly previousHash: Uint8Array
  readonly hash: Uint8Array
}

export interface ChainBreak {
  readonly requestId: string
  readonly seq: number
  readonly kind:
    /** Events before this one are missing. */
    | 'removed'
    /** Its content is not what its hash says. */
    | 'changed'
    /** It is whole, but does not follow the one before it. */
    | 'not_linked'
    /** Signed heads name events after the last one there is. */
    | 'cut'
    /** It is not the event that the signed heads name. */
    | 'rewritten'
  readonly message: string
}

/** What signed heads say of a chain: its event `seq` had this hash. */
export interface SignedHead {
  readonly seq: number
  /** Hexadecimal. */
  readonly hash: string
}

/**
 * Walks a request's events, in the order of their numbers, and finds every place where they are not what was written:
 * the chain against itself, and against the heads that were signed while it grew (a chain alone cannot tell that its
 * end is missing or that all of it was written again).
 */
export function verifyChain(
  requestId: string,
  events: readonly ChainedEvent[],
  heads: readonly SignedHead[] = [],
): ChainBreak[] {
  return [...walk(requestId, events), ...heads.flatMap((head) => compare(requestId, events, head))]
}

function walk(requestId: string, events: readonly ChainedEvent[]): ChainBreak[] {
  const breaks: ChainBreak[] = []
  let before = { seq: 0, hash: new Uint8Array(firstPreviousHash(requestId)) as Uint8Array }
  for (const event of events) {
    const found = (kind: ChainBreak['kind'], message: string) =>
      breaks.push({ requestId, seq: event.seq, kind, message })
    if (event.seq !== before.seq + 1)
      found('removed', `Event ${missing(before.seq + 1, event.seq - 1)} is not there`)
    else if (!same(event.previousHash, before.hash))
      found('not_linked', `Event ${event.seq} does not follow event ${before.seq}`)
    if (!same(hashEvent(event, event.previousHash), event.hash))
      found('changed', `Event ${event.seq} is not what its hash says`)
    before = { seq: event.seq, hash: event.hash }
  }
  return breaks
}

function compare(requestId: string, events: readonly ChainedEvent[], head: SignedHead): ChainBreak[] {
  const last = events.at(-1)?.seq ?? 0
  if (head.seq > last) {
    const message = `Event ${missing(last + 1, head.seq)} is not there, but was signed as the head`
    return [{ requestId, seq: last + 1, kind: 'cut', message }]
  }
  const event = events.find((candidate) => candidate.seq === head.seq)
  // An event missing in the middle is the walk's to tell.
  if (!event || same(event.hash, Buffer.from(head.hash, 'hex'))) return []
  const message = `Event ${head.seq} is not the one that was signed as the head`
  return [{ requestId, seq: head.seq, kind: 'rewritten', message }]
}

function missing(first: number, last: number): string {
  return first === last ? String(first) : `${first} to ${last}`
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
