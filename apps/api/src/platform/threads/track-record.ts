interface Entry {
  overLimit: number
  until: number
}

const rememberedFor = 10 * 60_000
const rememberedAtMost = 10_000
const shortest = 1000

/** What callers' tasks took lately. A caller whose tasks take too much gets fewer threads and less time; nobody else does. */
export class TrackRecord {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** A task took more than tasks usually do. */
  noteHeavy(key: string): void {
    this.#renew(key)
  }

  /** A task took more than a task may. */
  noteOverLimit(key: string): void {
    this.#renew(key).overLimit += 1
  }

  /** Whether any of its tasks took more than usual lately. */
  isHeavy(key: string): boolean {
    return this.#known(key) !== undefined
  }

  /** Of the time a task may take: half as much after each that took more, but never less than a usual task takes. */
  timeFor(key: string, limit: number): number {
    const before = this.#known(key)?.overLimit ?? 0
    return Math.min(limit, Math.max(shortest, limit / 2 ** before))
  }

  #known(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.until > this.#now() ? entry : undefined
  }

  #renew(key: string): Entry {
    const entry = this.#known(key) ?? { overLimit: 0, until: 0 }
    entry.until = this.#now() + rememberedFor
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    for (const oldest of this.#entries.keys())
      if (this.#entries.size > rememberedAtMost) this.#entries.delete(oldest)
    return entry
  }
}
