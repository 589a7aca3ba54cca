import { CountersignConnectionError, CountersignError } from './error.ts'

/** What was answered, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly content: Uint8Array
}

/** Sends a request once. Throws a `CountersignConnectionError` where no whole answer comes in that time. */
export async function exchange(url: URL, init: RequestInit, milliseconds: number): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(milliseconds)
    // A redirect leads to another address than the one that the key is for: it isn't followed.
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { status, headers } = response
    return { status, headers, content: new Uint8Array(await response.arrayBuffer()) }
  } catch (cause) {
    throw connectionError(url, reasonOf(cause, milliseconds), cause)
  }
}

export const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300

/** The JSON of an answer; undefined where it is empty. */
export function readJson(url: URL, answer: Answer): unknown {
  const text = readText(answer)
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    throw connectionError(url, 'the answer is no JSON. Is baseUrl right?', cause)
  }
}

export const readText = ({ content }: Answer): string => new TextDecoder().decode(content)

export function refusal({ status, headers, content }: Answer): CountersignError {
  const seconds = Number(headers.get('retry-after'))
  return new CountersignError(
    status,
    redirectIn(status, headers) ?? parsed(content),
    seconds > 0 ? seconds : null,
  )
}

/** Without the query, which may hold names and email addresses. */
export const connectionError = ({ origin, pathname }: URL, reason: string, cause?: unknown) =>
  new CountersignConnectionError(`${origin}${pathname}: ${reason}`, { cause })

function redirectIn(status: number, headers: Headers): { readonly message: string } | null {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null) return null
  return { message: `Status ${status}, a redirect to ${location.split('?')[0]}. Is baseUrl right?` }
}

function parsed(content: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(content))
  } catch {
    return null
  }
}

/** fetch hides what happened to the connection in the cause. */
function reasonOf(error: unknown, milliseconds: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${milliseconds} ms`
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
