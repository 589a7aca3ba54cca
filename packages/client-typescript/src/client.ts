import { CountersignConnectionError, CountersignError } from './error.ts'
import { type Answer, connectionError, exchange, isDone, readJson, readText, refusal } from './exchange.ts'
import { Calls } from './generated.ts'
import type { Request } from './send.ts'

export { CountersignConnectionError, CountersignError, type WrongField } from './error.ts'
// oxlint-disable-next-line oxc/no-barrel-file -- a program imports everything from the package
export * from './generated.ts'

export interface ClientOptions {
  /** Where the service is, without `/v2`: `https://sign.example.com`. */
  readonly baseUrl: string
  /** The API user's name and key. */
  readonly username: string
  readonly key: string
  /** How often a call is tried in all, where the service is busy or away. 3 by default. */
  readonly tries?: number
  /** Milliseconds that each try may take, up to the last byte of the answer. 5 minutes by default. */
  readonly timeoutMs?: number
}

/** A token is valid for 20 minutes; it is renewed before. */
const tokenMilliseconds = 18 * 60_000
const waitAtMostSeconds = 60
const usualTimeout = 5 * 60_000

/**
 * Calls the integration API as an API user: signs in when needed and again when the token is over. A POST carries an
 * `Idempotency-Key`, so that trying it again never does it twice; other changes are not tried again where the service may
 * have made them.
 */
export class CountersignClient extends Calls {
  readonly #options: ClientOptions
  #token: { readonly value: Promise<string>; readonly until: number } | null = null

  constructor(options: ClientOptions) {
    super((request) => this.#send(request))
    this.#options = options
  }

  async #send(request: Request): Promise<unknown> {
    const headers: Record<string, string> = { accept: request.accept ?? 'application/json' }
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (request.method === 'POST') headers['idempotency-key'] = crypto.randomUUID()
    const { tries = 3 } = this.#options
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#once(request, headers)
      } catch (error) {
        const wait = secondsToWait(error, request, tried)
        if (wait === null || tried >= tries) throw error
        await new Promise((resolve) => setTimeout(resolve, wait * 1000))
      }
    }
  }

  async #once(request: Request, headers: Record<string, string>): Promise<unknown> {
    const url = this.#at(request.path)
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, `${value}`)
    const body = request.body === undefined ? null : JSON.stringify(request.body)
    const call = async () => {
      const authorization = `Bearer ${await this.#signedIn()}`
      return this.#exchange(url, { method: request.method, headers: { ...headers, authorization }, body })
    }
    let answer = await call()
    if (isTokenOver(answer)) {
      this.#token = null
      answer = await call()
    }
    if (!isDone(answer)) throw refusal(answer)
    if (request.answer === 'file') return answer.content
    return request.answer === 'nothing' ? undefined : readJson(url, answer)
  }

  /** Where the service is may have a path, behind a proxy. */
  #at(path: string): URL {
    return new URL(this.#options.baseUrl.replace(/\/+$/, '') + path)
  }

  #exchange(url: URL, init: RequestInit): Promise<Answer> {
    return exchange(url, init, this.#options.timeoutMs ?? usualTimeout)
  }

  /** One sign-in for any number of calls at once. */
  #signedIn(): Promise<string> {
    if (this.#token && this.#token.until > Date.now()) return this.#token.value
    const token = { value: this.#signIn(), until: Date.now() + tokenMilliseconds }
    this.#token = token
    token.value.catch(() => {
      // Another call may have signed in again by then.
      if (this.#token === token) this.#token = null
    })
    return token.value
  }

  async #signIn(): Promise<string> {
    const { username, key } = this.#options
    const url = this.#at('/v2/access/login')
    const answer = await this.#exchange(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, 'api-key': key }),
    })
    if (!isDone(answer)) throw refusal(answer)
    const token = readText(answer)
    // A page in place of it is none of the service.
    if (!/^[\w.~+/=-]+$/.test(token)) throw connectionError(url, 'the answer is no token. Is baseUrl right?')
    return token
  }
}

const isTokenOver = (answer: Answer): boolean =>
  answer.status === 401 || (answer.status === 403 && refusal(answer).key === 'api_user.token_invalid')

/** Null: another try would not help, or could do something twice. */
function secondsToWait(error: unknown, { method }: Request, tried: number): number | null {
  // A first DELETE withdraws an open request, a second one deletes it. It may have been made before no answer came, or a 503.
  const isRepeatable = method === 'GET' || method === 'POST'
  if (error instanceof CountersignConnectionError) return isRepeatable ? 2 ** tried : null
  if (!(error instanceof CountersignError)) return null
  const isRefused = error.status === 429 || error.key === 'idempotency.running'
  // A proxy in front answers 502 and 504 while the service is away.
  if (!isRefused && !([502, 503, 504].includes(error.status) && isRepeatable)) return null
  const wait = error.retryAfter ?? 2 ** tried
  return wait <= waitAtMostSeconds ? wait : null
}
