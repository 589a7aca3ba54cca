import { CountersignError } from './error.ts'
import { Calls } from './generated.ts'
import type { Request } from './send.ts'

export interface ClientOptions {
  /** Where the service is, without `/v2`: `https://sign.example.com`. */
  readonly baseUrl: string
  /** The API user's name and key. */
  readonly username: string
  readonly key: string
  /** How often a call is tried in all, where the service is busy or away. 3 by default. */
  readonly tries?: number
}

/** A token is valid for 20 minutes; it is renewed before. */
const tokenMilliseconds = 18 * 60_000
const waitAtMostSeconds = 60

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
    const url = new URL(request.path, this.#options.baseUrl)
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, `${value}`)
    const call = async () => {
      const authorization = `Bearer ${await this.#signedIn()}`
      const body = request.body === undefined ? null : JSON.stringify(request.body)
      return fetch(url, { method: request.method, headers: { ...headers, authorization }, body })
    }
    let response = await call()
    if (response.status === 401 || (await isTokenOver(response))) {
      this.#token = null
      response = await call()
    }
    if (!response.ok) throw await refusal(response)
    if (request.answer === 'file') return new Uint8Array(await response.arrayBuffer())
    const text = await response.text()
    return request.answer === 'nothing' || text === '' ? undefined : (JSON.parse(text) as unknown)
  }

  /** One sign-in for any number of calls at once. */
  #signedIn(): Promise<string> {
    if (this.#token && this.#token.until > Date.now()) return this.#token.value
    const value = this.#signIn()
    this.#token = { value, until: Date.now() + tokenMilliseconds }
    value.catch(() => {
      this.#token = null
    })
    return value
  }

  async #signIn(): Promise<string> {
    const { baseUrl, username, key } = this.#options
    const response = await fetch(new URL('/v2/access/login', baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, 'api-key': key }),
    })
    if (!response.ok) throw await refusal(response)
    return response.text()
  }
}

async function isTokenOver(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const answer = (await response
    .clone()
    .json()
    .catch(() => null)) as { key?: string } | null
  return answer?.key === 'api_user.token_invalid'
}

async function refusal(response: Response): Promise<CountersignError> {
  const answer: unknown = await response.json().catch(() => null)
  const seconds = Number(response.headers.get('retry-after'))
  return new CountersignError(response.status, answer, seconds > 0 ? seconds : null)
}

/** Null: another try would not help, or could do something twice. */
function secondsToWait(error: unknown, { method }: Request, tried: number): number | null {
  // A first DELETE withdraws an open request, a second one deletes it. A 503 may follow the change.
  const isRepeatable = method === 'GET' || method === 'POST'
  if (!(error instanceof CountersignError)) return isRepeatable ? 2 ** tried : null
  const isRefused = error.status === 429 || error.key === 'idempotency.running'
  if (!isRefused && !(error.status === 503 && isRepeatable)) return null
  const wait = error.retryAfter ?? 2 ** tried
  return wait <= waitAtMostSeconds ? wait : null
}
