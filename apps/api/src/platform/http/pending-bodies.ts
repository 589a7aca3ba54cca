import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#api/platform/refusal.ts'
import type { Caller } from '#api/platform/threads/caller.ts'

/** As many as may wait for a thread: what comes besides would be turned away after its file had taken memory. */
const atOnce = { anonymous: 32, known: 64 }
const mb = 1024 * 1024
/** Some 30 MB of file as base64. A larger file comes as multipart, which takes a third less. */
export const jsonFileLimit = 40 * mb
/**
 * Where a body is while it arrives. Read in one piece it takes several times its size in memory; what is spooled takes the disk that
 * all callers share; a form goes to the document store. A single larger body comes alone, one without a length counts as the largest.
 */
const places = {
  memory: { bytesAtOnce: 8 * mb, unknown: 8 * mb },
  disk: { bytesAtOnce: 256 * mb, unknown: jsonFileLimit },
  store: { bytesAtOnce: Infinity, unknown: 0 },
}
type Place = keyof typeof places

interface Line {
  calls: number
  readonly bytes: Record<Place, number>
  readonly waiting: Set<() => void>
}
const lines = new Map<string, Line>()

/**
 * Lets a call that brings a file have its body read. Too many of one caller are refused, and those that would take too
 * much together wait for each other: the sender is held back, and nobody else.
 */
export async function admitBody(
  { key, anonymous }: Caller,
  { headers }: Pick<FastifyRequest, 'headers'>,
  { raw }: Pick<FastifyReply, 'raw'>,
  place: Place,
): Promise<void> {
  // Hung up while it was found out who it is: that is told once, and was.
  if (raw.closed) return
  const line = lines.get(key) ?? { calls: 0, bytes: { memory: 0, disk: 0, store: 0 }, waiting: new Set() }
  if (line.calls >= (anonymous ? atOnce.anonymous : atOnce.known))
    throw new Refusal('rate.exceeded', { retryAfter: 5 })
  lines.set(key, line)
  line.calls += 1
  const { bytesAtOnce, unknown } = places[place]
  const size = Number(headers['content-length'] ?? unknown)
  let taken = 0
  raw.once('close', () => {
    line.calls -= 1
    line.bytes[place] -= taken
    if (line.calls === 0) lines.delete(key)
    for (const wake of line.waiting) wake()
  })
  while (line.bytes[place] > 0 && line.bytes[place] + size > bytesAtOnce && !raw.closed) await nextEnd(line)
  if (raw.closed) return
  taken = size
  line.bytes[place] += size
}

/** Until a call of the caller is answered, or given up. */
async function nextEnd({ waiting }: Line): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.add(resolve)
  await promise
  waiting.delete(resolve)
}
