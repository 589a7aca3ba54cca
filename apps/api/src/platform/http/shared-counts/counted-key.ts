/** Calls that are added to the database's count together; `before` are those that it had already. */
interface Batch {
  size: number
  before: number | undefined
}

/** What a process knows of one key's calls in the current window. */
export class CountedKey {
  /** By this process's clock, which only measures how long something took. */
  endsAt: number
  /** All processes' calls, when the database was asked last. */
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

  /** Let through without the database's answer. */
  get unasked(): number {
    return this.#open.size + (this.#sent?.size ?? 0)
  }

  get known(): number {
    return this.#total + this.unasked
  }

  /** Counts one call. The answer says which of the window's calls it is: exactly, once its batch was added. */
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

  /** They could not be added: with the next ones. */
  putBack(): void {
    if (!this.#sent) return
    this.#open.size += this.#sent.size
    this.#sent = undefined
  }
}
