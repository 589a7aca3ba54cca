import type { z } from 'zod/mini'
import { openHttpClient } from '#api/providers/http-client/http-client.ts'
import type { Call, HttpClient, Reply } from '#api/providers/http-client/http-client.ts'
import type { Dialect } from './dialect.ts'
import { IdentificationFailed } from './port.ts'

/** What the enrolment at a provider gave. */
export interface RestSettings {
  /** Without a slash at the end. */
  readonly url: string
  readonly apiKey: string
  readonly webhookSecret: string
  /** PEM of what the provider's own certificate chains to; without it, the roots that Node ships. */
  readonly authorities?: string | undefined
}

export interface RestOptions {
  readonly settings: RestSettings
  readonly now: () => Date
  readonly timeLimit?: number | undefined
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined
}

export interface RestClient {
  /** The answer's JSON; undefined for an answer without a body. Each call may be made twice: the provider knows it again. */
  ask(call: {
    method: Call['method']
    path: string
    headers?: Call['headers']
    body?: unknown
  }): Promise<unknown>
  readonly http: HttpClient
}

const sizeLimit = 256 * 1024

/** Calls a provider with our key, and says in one kind of error what went wrong. */
export function openRestClient({ name, credentials, errorCode }: Dialect, options: RestOptions): RestClient {
  const { settings, now, timeLimit = 15_000, pause } = options
  const http = openHttpClient({
    unavailable: (reason, cause) => new IdentificationFailed('unavailable', name, reason, { cause }),
    authorities: settings.authorities,
    connectLimit: Math.min(5_000, timeLimit),
    timeLimit,
    sizeLimit,
    now,
    pause,
  })
  return {
    http,
    async ask({ method, path, headers, body }) {
      const reply = await http.call({
        url: settings.url + path,
        method,
        type: 'application/json',
        body: body === undefined ? '' : JSON.stringify(body),
        headers: { accept: 'application/json', ...credentials(settings.apiKey), ...headers },
        repeat: 'freely',
      })
      return jsonOf(name, reply, errorCode)
    },
  }
}

function jsonOf(name: Dialect['name'], { status, body }: Reply, errorCode: Dialect['errorCode']): unknown {
  if (status === 204) return undefined
  const json = parsed(body)
  if (status >= 200 && status < 300 && json !== undefined) return json
  const said = errorCode(json)
  // Of a refusal only its code is kept: the words beside it may name the person.
  const named = typeof said === 'string' && /^[\w.-]{1,60}$/.test(said) ? ` ${said}` : ''
  const reason = `HTTP status ${status}${named}`
  if (status === 401 || status === 403) throw new IdentificationFailed('misconfigured', name, reason)
  if (status >= 400) throw new IdentificationFailed('refused', name, reason)
  // A redirect is not followed: what is meant for the provider is not for anybody it points to.
  throw new IdentificationFailed('answer_invalid', name, `${reason}, and no answer of the provider`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What was read, if it is of the documented form. Throws IdentificationFailed that names where it is not, and no value. */
export function read<T>(name: Dialect['name'], shape: z.ZodMiniType<T>, json: unknown): T {
  const result = shape.safeParse(json)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = issue?.path.length ? issue.path.map(String).join('.') : 'the whole'
  throw new IdentificationFailed('answer_invalid', name, `its answer is not of the documented form: ${place}`)
}
