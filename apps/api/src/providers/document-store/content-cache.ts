/** The newest few contents, up to so many bytes in all. */
export class ContentCache {
  readonly #limit: number
  readonly #contents = new Map<string, Uint8Array>()
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get(sha256: string): Uint8Array | undefined {
    const content = this.#contents.get(sha256)
    if (content) {
      this.#contents.delete(sha256)
      this.#contents.set(sha256, content)
    }
    return content
  }

  set(sha256: string, content: Uint8Array): void {
    if (content.byteLength > this.#limit / 4) return
    this.delete(sha256)
    this.#contents.set(sha256, content)
    this.#size += content.byteLength
    for (const oldest of this.#contents.keys()) {
      if (this.#size <= this.#limit) return
      this.delete(oldest)
    }
  }

  delete(sha256: string): void {
    this.#size -= this.#contents.get(sha256)?.byteLength ?? 0
    this.#contents.delete(sha256)
  }
}
