import { CountedKey } from './counted-key.ts'

// Calls per minute, over all processes. Each process counts for itself and adds what it counted to the database's row every
// second, so that most calls wait for nothing. No process lets more calls of one key through than a share of its limit without
// having asked: with n processes a limit is exceeded by (n - 1) shares at most, and one of fewer than `shares` calls by none
// (docs/decisions/0101-several-nodes.md).

/** A process adds to the database's count before it lets more than this part of a limit through: a twentieth. */
const shares = 20
const addEvery = 1_000
/** A call doesn't wait any longer than this for a count (milliseconds): then what this process knows decides. */
const patience = 2_000
/** Of more keys than these the oldest are forgotten here; the database has what was added. */
const keysAtMost = 100_000
const addedAtOnce = 1_000

export interface CountState {
  /** Calls that are left after this one. */
  readonly remaining: number
  readonly isExceeded: boolean
  /** Milliseconds until the count is over. */
  readonly left: number
}

export interface SharedCounts {
  /** Counts a call and says whether it is one too many. */
  count(key: string, limit: number): Promise<CountState>
  /** Whether the next call would be one too many, as far as this process knows. */
  look(key: string, limit: number): CountState
  close(): Promise<void>
}

export interface SharedCountsOptions {
  readonly windowSeconds: number
  add(
    additions: readonly { key: string; by: number }[],
  ): Promise<{ key: string; calls: number; left: number }[]>
  /** Deletes counts that are over. */
  deleteOld(): Promise<void>
  onError(error: unknown): void
  readonly elapsed?: () => number
}

export function openSharedCounts({
  windowSeconds,
  add,
  deleteOld,
  onError,
  elapsed = () => performance.now(),
}: SharedCountsOptions): SharedCounts {
  const keys = new Map<string, CountedKey>()
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined

  function keyed(key: string): CountedKey {
    const known = keys.get(key)
    if (known && known.endsAt > elapsed()) return known
    keys.delete(key)
    for (const oldest of keys.keys())
      if (keys.size >= keysAtMost) keys.delete(oldest)
      else break
    const started = new CountedKey(elapsed() + windowSeconds * 1000)
    keys.set(key, started)
    return started
  }

  /** Adds all that was counted when it is called; those who come meanwhile share the next one. */
  function addCounted(): Promise<void> {
    if (!running) return (running = send().finally(() => (running = undefined)))
    return (following ??= running.then(() => {
      following = undefined
      return addCounted()
    }))
  }
  async function send(): Promise<void> {
    const waiting = [...keys].filter(([, { counted }]) => counted > 0)
    for (let at = 0; at < waiting.length; at += addedAtOnce)
      await sendPart(new Map(waiting.slice(at, at + addedAtOnce)))
  }
  async function sendPart(part: ReadonlyMap<string, CountedKey>): Promise<void> {
    const additions = [...part].map(([key, counted]) => ({ key, by: counted.take() }))
    try {
      for (const { key, calls, left } of await add(additions)) part.get(key)?.added(calls, elapsed() + left)
    } catch (error) {
      onError(error)
      for (const counted of part.values()) counted.putBack()
    }
  }

  const stateOf = (key: CountedKey, calls: number, limit: number): CountState => ({
    remaining: Math.max(0, limit - calls),
    isExceeded: calls > limit,
    left: Math.max(0, key.endsAt - elapsed()),
  })
  let rounds = 0
  const timer = setInterval(() => {
    void addCounted()
    rounds += 1
    if (rounds % 60 > 0) return
    for (const [key, { endsAt, counted }] of keys) if (endsAt <= elapsed() && counted === 0) keys.delete(key)
    deleteOld().catch(onError)
  }, addEvery).unref()

  return {
    count: async (key, limit) => {
      const own = keyed(key)
      // What is refused anyway needs no row.
      if (own.known >= limit) return stateOf(own, limit + 1, limit)
      const place = own.count()
      if (own.unasked > Math.floor(limit / shares)) await withinPatience(addCounted())
      return stateOf(own, place(), limit)
    },
    look: (key, limit) => {
      const own = keys.get(key)
      if (!own || own.endsAt <= elapsed()) return { remaining: limit, isExceeded: false, left: 0 }
      return stateOf(own, own.known + 1, limit)
    },
    close: async () => {
      clearInterval(timer)
      await addCounted()
    },
  }
}

async function withinPatience(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)))
  await Promise.race([work, late])
  clearTimeout(timer)
}
