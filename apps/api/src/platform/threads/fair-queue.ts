import type { Caller } from './caller.ts'
import { Saturated } from './task.ts'

/** How much of a pool one caller may have. */
export interface Share {
  /** Tasks that run at once. */
  readonly running: number
  /** Tasks that wait; one more is refused. */
  readonly waiting: number
}

export interface FairQueueOptions<Item> {
  readonly shareOf: (caller: Caller) => Share
  /** Tasks of all callers without a credential together that run at once. */
  readonly anonymousRunning: number
  /** All that wait; beyond it the callers with the most waiting lose their newest. */
  readonly waiting: number
  /** Told of an item that lost its place to someone who has less waiting. */
  readonly onDropped: (item: Item) => void
}

interface Line<Item> {
  readonly caller: Caller
  readonly items: Item[]
  running: number
  /** Milliseconds its tasks have run; what counts is the difference to others'. */
  used: number
}

/**
 * Who is next: callers take turns, and the one whose tasks have run for less time goes first. So a caller waits for its
 * own tasks, never for the many of another.
 */
export class FairQueue<Item extends { readonly caller: Caller }> {
  readonly #options: FairQueueOptions<Item>
  readonly #lines = new Map<string, Line<Item>>()
  #waiting = 0
  #anonymous = 0

  constructor(options: FairQueueOptions<Item>) {
    this.#options = options
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Throws Saturated where the caller has too much waiting already. */
  add(item: Item): void {
    const line = this.#lines.get(item.caller.key)
    const mine = line?.items.length ?? 0
    if (mine >= this.#options.shareOf(item.caller).waiting)
      throw new Saturated(`${mine} tasks of this caller are waiting already`, { ownShare: true })
    if (this.#waiting >= this.#options.waiting) this.#makeRoom(mine)
    this.#lineOf(item.caller).items.push(item)
    this.#waiting += 1
  }

  /** The next that may run, which counts as running from now on. */
  take(): Item | undefined {
    let next: Line<Item> | undefined
    for (const line of this.#lines.values())
      if (this.#mayRun(line) && (!next || line.used < next.used)) next = line
    const item = next?.items.shift()
    if (!next || !item) return undefined
    this.#waiting -= 1
    next.running += 1
    if (item.caller.anonymous) this.#anonymous += 1
    // To the end of the row: among equals the one that was served longest ago is next.
    this.#lines.delete(item.caller.key)
    this.#lines.set(item.caller.key, next)
    return item
  }

  /** It ran, for so many milliseconds. */
  done(item: Item, milliseconds: number): void {
    const line = this.#lines.get(item.caller.key)
    if (!line) return
    line.running -= 1
    line.used += milliseconds
    if (item.caller.anonymous) this.#anonymous -= 1
    this.#forget(line)
  }

  /** Takes out one that waits; false where it does not. */
  remove(item: Item): boolean {
    const line = this.#lines.get(item.caller.key)
    const at = line?.items.indexOf(item) ?? -1
    if (!line || at < 0) return false
    line.items.splice(at, 1)
    this.#waiting -= 1
    this.#forget(line)
    return true
  }

  /** Whether tasks of the same caller run or wait. */
  hasOthersOf({ key }: Caller): boolean {
    return this.#lines.has(key)
  }

  /** Takes out all that wait. */
  clear(): Item[] {
    const items = [...this.#lines.values()].flatMap((line) => line.items.splice(0))
    this.#waiting = 0
    return items
  }

  #mayRun({ caller, items, running }: Line<Item>): boolean {
    if (items.length === 0 || running >= this.#options.shareOf(caller).running) return false
    return !caller.anonymous || this.#anonymous < this.#options.anonymousRunning
  }

  /** Who comes again after a rest has no more to make up for than those who stayed. */
  #lineOf(caller: Caller): Line<Item> {
    const known = this.#lines.get(caller.key)
    if (known) return known
    const used = Math.min(...[...this.#lines.values()].map((line) => line.used))
    const line = { caller, items: [], running: 0, used: Number.isFinite(used) ? used : 0 }
    this.#lines.set(caller.key, line)
    return line
  }

  #forget(line: Line<Item>): void {
    if (line.items.length === 0 && line.running === 0) this.#lines.delete(line.caller.key)
  }

  /** Every place is taken: the newest of the caller with the most waiting goes, unless that is the one who asks. */
  #makeRoom(mine: number): void {
    const longest = [...this.#lines.values()].reduce((a, b) => (b.items.length > a.items.length ? b : a))
    if (longest.items.length <= mine + 1)
      throw new Saturated('Too many tasks are waiting', { ownShare: mine > 0 })
    const dropped = longest.items.pop()
    if (!dropped) return
    this.#waiting -= 1
    this.#options.onDropped(dropped)
  }
}
