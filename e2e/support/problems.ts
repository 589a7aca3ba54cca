import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from '@playwright/test'

/** What a browser complains of while a journey continues: each complaint that was not expected fails the journey. */
export class Problems {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []

  /** From now on complaints like this one are part of the journey. */
  expect(complaint: RegExp): void {
    this.#expected.push(complaint)
  }

  /** Returns what ends it: the context may serve another journey afterwards. */
  watch(context: BrowserContext): () => void {
    const onError = (error: WebError) => this.#note(`page error: ${error.error().message}`)
    const onMessage = (message: ConsoleMessage) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      this.#note(`console ${message.type()}: ${message.text()} (${message.location().url})`)
    }
    const onFailure = (request: Request) => {
      const reason = request.failure()?.errorText ?? ''
      // What a page asked for and no longer wants when one leaves it.
      if (reason !== 'net::ERR_ABORTED') this.#note(`request: ${reason} (${request.url()})`)
    }
    const onResponse = (response: Response) => {
      if (response.status() >= 400) this.#note(`response: ${response.status()} (${response.url()})`)
    }
    context.on('weberror', onError)
    context.on('console', onMessage)
    context.on('requestfailed', onFailure)
    context.on('response', onResponse)
    return () => {
      context.off('weberror', onError)
      context.off('console', onMessage)
      context.off('requestfailed', onFailure)
      context.off('response', onResponse)
    }
  }

  unexpected(): string[] {
    return this.#seen.filter((problem) => !this.#expected.some((expected) => expected.test(problem)))
  }

  #note(problem: string): void {
    if (!this.#seen.includes(problem)) this.#seen.push(problem)
  }
}
