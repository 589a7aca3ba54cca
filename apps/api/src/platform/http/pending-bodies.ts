import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#api/platform/refusal.ts'
import type { Caller } from '#api/platform/threads/caller.ts'

/** As many as may wait for a thread: what comes besides would be turned away after its file had taken memory. */
const atOnce = { anonymous: 32, known: 64 }
/** Of JSON and pictures, which are read in one piece and take several times their size; a single larger body comes alone. */
const bytesAtOnce = 8 * 1024 * 1024

interface Line {
  calls: number
  bytes: number
  readonly waiting: Set<() => void>
}
const lines = new Map<string, Line>()

/**
 * Lets a call that brings a file have its body read. Too many of one caller are refused, and those that would take too much
 * memory together wait for each other: the sender is held back, and nobody else.
 */
export async function admitBody(
  { key, anonymous }: Caller,
  { headers }: Pick<FastifyRequest, 'headers'>,
  { raw }: Pick<FastifyReply, 'raw'>,
  /** A picture, or JSON that no files are taken out of while it arrives. */
  isWhole: boolean,
): Promise<void> {
  // Hung up while it was found out who it is: that is told once, and was.
  if (raw.closed) return
  const line = lines.get(key) ?? { calls: 0, bytes: 0, waiting: new Set() }
  if (line.calls >= (anonymous ? atOnce.anonymous : atOnce.known))
    throw new Refusal('rate.exceeded', { retryAfter: 5 })
  lines.set(key, line)
  line.calls += 1
  const size = isWhole ? Number(headers['content-length'] ?? bytesAtOnce) : 0
  let taken = 0
  raw.once('close', () => {
    line.calls -= 1
    line.bytes -= taken
    if (line.calls === 0) lines.delete(key)
    for (const wake of line.waiting) wake()
  })
  while (line.bytes > 0 && line.bytes + size > bytesAtOnce && !raw.closed) await nextEnd(line)
  if (raw.closed) return
  taken = size
  line.bytes += size
}

/** Until a call of the caller is answered, or given up. */
async function nextEnd({ waiting }: Line): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.add(resolve)
  await promise
  waiting.delete(resolve)
}
