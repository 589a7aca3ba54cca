import { expect, test } from 'vitest'
import { firstPreviousHash, hashEvent } from './event.ts'
import { type ChainedEvent, verifyChain } from './verify-chain.ts'

const requestId = '0b0e4f3c-6d0c-4f39-9a51-0d3c6f2f7c11'

function aChain(length: number, id = requestId, name = 'Anna'): ChainedEvent[] {
  const events: ChainedEvent[] = []
  let previousHash: Buffer = firstPreviousHash(id)
  for (let seq = 1; seq <= length; seq += 1) {
    const content = {
      requestId: id,
      seq,
      type: 'opened',
      at: new Date(Date.UTC(2026, 10, 20, 9, seq)),
      actor: { kind: 'account', name },
      data: { seq },
    }
    const hash = hashEvent(content, previousHash)
    events.push({ ...content, previousHash, hash })
    previousHash = hash
  }
  return events
}

const headOf = (events: readonly ChainedEvent[], seq: number) => ({
  seq,
  hash: Buffer.from(events[seq - 1]?.hash ?? []).toString('hex'),
})
const kinds = (breaks: ReturnType<typeof verifyChain>) => breaks.map(({ kind, seq }) => `${kind} ${seq}`)

test('a chain as it was written has no break, with and without signed heads', () => {
  const events = aChain(5)
  expect(verifyChain(requestId, events)).toEqual([])
  expect(verifyChain(requestId, events, [headOf(events, 2), headOf(events, 5)])).toEqual([])
})

test('what jsonb gives back in another order is the same event', () => {
  const [event] = aChain(1)
  const turned = { ...event!, actor: { name: 'Anna', kind: 'account' } }
  expect(verifyChain(requestId, [turned])).toEqual([])
})

test('a removed event shows, at the beginning and in the middle', () => {
  const events = aChain(5)
  expect(kinds(verifyChain(requestId, events.toSpliced(2, 1)))).toEqual(['removed 4'])
  expect(kinds(verifyChain(requestId, events.slice(2)))).toEqual(['removed 3'])
})

test('a removed event shows where the others were numbered again', () => {
  const events = aChain(3)
  const renumbered = [events[0]!, { ...events[2]!, seq: 2 }]
  expect(kinds(verifyChain(requestId, renumbered))).toEqual(['not_linked 2', 'changed 2'])
})

test.each<[string, Partial<ChainedEvent>]>([
  ['the kind of act', { type: 'signed' }],
  ['the time', { at: new Date(0) }],
  ['who acted', { actor: { kind: 'account', name: 'Ben' } }],
  ['what was done', { data: { seq: 99 } }],
])('a change of %s shows', (_what, change) => {
  const events = aChain(3)
  expect(kinds(verifyChain(requestId, events.with(1, { ...events[1]!, ...change })))).toEqual(['changed 2'])
})

test('a change with a fitting hash breaks the link to the next event', () => {
  const events = aChain(3)
  const forged = { ...events[1]!, data: { seq: 99 } }
  const hash = hashEvent(forged, forged.previousHash)
  expect(kinds(verifyChain(requestId, events.with(1, { ...forged, hash })))).toEqual(['not_linked 3'])
})

test('the chain of one request cannot stand for that of another', () => {
  const other = aChain(2, '8e0f5a52-62b4-4a62-8f0a-0a2b7a3f8d22')
  expect(kinds(verifyChain(requestId, other))).toEqual(['not_linked 1'])
})

test('only signed heads show a cut tail, a chain that is gone, and one that was rewritten', () => {
  const events = aChain(5)
  const heads = [headOf(events, 5)]
  const rewritten = aChain(5, requestId, 'Mallory')
  expect(verifyChain(requestId, events.slice(0, 3))).toEqual([])
  expect(kinds(verifyChain(requestId, events.slice(0, 3), heads))).toEqual(['cut 4'])
  expect(kinds(verifyChain(requestId, [], heads))).toEqual(['cut 1'])
  expect(verifyChain(requestId, rewritten)).toEqual([])
  expect(kinds(verifyChain(requestId, rewritten, heads))).toEqual(['rewritten 5'])
})
