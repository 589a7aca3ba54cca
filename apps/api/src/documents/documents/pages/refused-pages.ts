// What took too much is not tried again for a while, or a few pages could keep the threads busy for good.

const refusedFor = 10 * 60_000
const documentsAtMost = 1000
/** After so many pages that took too much the others of the document are not tried either. */
const pagesUntilAll = 3

interface Entry {
  readonly pages: Set<number>
  readonly tooMuch: Set<number>
  until: number
}

/** Pages that could not be shown, and documents with several of them. */
export class RefusedPages {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  isRefused(document: string, page: number): boolean {
    const entry = this.#known(document)
    return entry !== undefined && (entry.pages.has(page) || entry.tooMuch.size >= pagesUntilAll)
  }

  /** `tooMuch`: in time or memory, which others of the document's pages will take as well. */
  note(document: string, page: number, { tooMuch }: { readonly tooMuch: boolean }): void {
    const entry = this.#entry(document)
    entry.until = this.#now() + refusedFor
    entry.pages.add(page)
    if (tooMuch) entry.tooMuch.add(page)
  }

  #known(document: string): Entry | undefined {
    const entry = this.#entries.get(document)
    return entry && entry.until > this.#now() ? entry : undefined
  }

  #entry(document: string): Entry {
    const entry = this.#known(document) ?? {
      pages: new Set<number>(),
      tooMuch: new Set<number>(),
      until: this.#now() + refusedFor,
    }
    this.#entries.delete(document)
    this.#entries.set(document, entry)
    for (const oldest of this.#entries.keys())
      if (this.#entries.size > documentsAtMost) this.#entries.delete(oldest)
    return entry
  }
}
