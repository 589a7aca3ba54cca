import type { BrowserContext } from '@playwright/test'

/** What a browser complains of while a journey continues: each complaint that was not expected fails the journey. */
export class Problems {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []

  /** From now on complaints like this one are part of the journey. */
  expect(complaint: RegExp): void {
    this.#expected.push(complaint)
  }

  watch(context: BrowserContext): void {
    context.on('weberror', (error) => this.#note(`page error: ${error.error().message}`))
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      this.#note(`console ${message.type()}: ${message.text()} (${message.location().url})`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // What a page asked for and no longer wants when one leaves it.
      if (reason !== 'net::ERR_ABORTED') this.#note(`request: ${reason} (${request.url()})`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400) this.#note(`response: ${response.status()} (${response.url()})`)
    })
  }

  unexpected(): string[] {
    return this.#seen.filter((problem) => !this.#expected.some((expected) => expected.test(problem)))
  }

  #note(problem: string): void {
    if (!this.#seen.includes(problem)) this.#seen.push(problem)
  }
}
