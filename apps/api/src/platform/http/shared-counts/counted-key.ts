/** Calls that are added to the database's count together; `before` is the count without them. */
interface Batch {
  size: number
  before: number | undefined
}

/** One key's calls in the current window, as this process knows them. */
export class CountedKey {
  /** By this process's monotonic clock. */
  endsAt: number
  /** The calls of all processes, as of the last answer of the database. */
  #total = 0
  #open: Batch = { size: 0, before: undefined }
  #sent: Batch | undefined

  constructor(endsAt: number) {
    this.endsAt = endsAt
  }

  /** Not added yet. */
  get counted(): number {
    return this.#open.size
  }

  /** Admitted without the database's answer. */
  get unasked(): number {
    return this.#open.size + (this.#sent?.size ?? 0)
  }

  get known(): number {
    return this.#total + this.unasked
  }

  /** Counts one call. The result gives its number in the window: exact once its batch was added, an estimate before. */
  count(): () => number {
    const batch = this.#open
    batch.size += 1
    const [place, guess] = [batch.size, this.known]
    return () => (batch.before === undefined ? guess : batch.before + place)
  }

  take(): number {
    this.#sent = this.#open
    this.#open = { size: 0, before: undefined }
    return this.#sent.size
  }

  added(total: number, endsAt: number): void {
    if (this.#sent) this.#sent.before = total - this.#sent.size
    this.#sent = undefined
    this.#total = total
    this.endsAt = endsAt
  }

  /** They couldn't be added: they go with the next batch. */
  putBack(): void {
    if (!this.#sent) return
    this.#open.size += this.#sent.size
    this.#sent = undefined
  }
}
