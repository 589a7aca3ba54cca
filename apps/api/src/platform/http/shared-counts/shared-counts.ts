import { CountedKey } from './counted-key.ts'

// Calls per minute, over all processes. Each process counts in memory and adds its calls to the database's row once a second, so
// that most calls don't wait. For one key, no process admits more than a share of the limit without asking the database: n processes
// exceed a limit by (n - 1) shares at most, and never exceed one of fewer than `shares` calls
// (docs/decisions/0101-several-nodes.md).

/** A process adds to the database's count before it admits more than this part of a limit: a twentieth. */
const shares = 20
const addEvery = 1_000
/** The longest that a call waits for the count (milliseconds); after that the process decides with what it knows. */
const patience = 2_000
/** Above this number the oldest keys are dropped from memory, with at most a second of calls that weren't added yet. */
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
  /** Counts a call, and tells whether it exceeds the limit. */
  count(key: string, limit: number): Promise<CountState>
  /** Whether the next call would exceed the limit, as far as this process knows. */
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

  /** Adds everything counted so far; callers that arrive while it runs share the next one. */
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
      // A call that is refused anyway isn't counted.
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
