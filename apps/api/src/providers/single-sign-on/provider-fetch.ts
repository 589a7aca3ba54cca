import type { CustomFetch, FetchBody } from 'openid-client'
import type { OutgoingRequests } from '#api/providers/outgoing-requests/port.ts'

const sizeLimit = 1024 * 1024

/** For a provider whose discovery document may name any endpoint. */
export function guardedFetch(outgoingRequests: OutgoingRequests, timeoutMs: number): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const answer = await outgoingRequests.fetch(address, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: {
        ...(body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...Object.fromEntries(new Headers(headers)),
      },
      body: textOf(body),
      maxBytes: sizeLimit,
      timeoutMs,
      signal,
    })
    const { 'content-encoding': _decoded, 'content-length': _before, ...kept } = answer.headers
    const hasNoBody = [204, 205, 304].includes(answer.status)
    return new Response(hasNoBody ? null : Uint8Array.from(answer.body), {
      status: answer.status,
      headers: kept,
    })
  }
}

/** openid-client sends forms and nothing else. */
function textOf(body: FetchBody): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new TypeError('a body that is no form')
}

/** For a provider whose endpoints the operator vouches for. */
export const plainFetch: CustomFetch = async (address, options) =>
  limitedAnswer(await fetch(address, { ...options, body: options.body ?? null }))

/** The same answer, broken off where it is larger than any that is meant. */
function limitedAnswer(answer: Response): Response {
  if (!answer.body) return answer
  let size = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > sizeLimit) controller.error(new RangeError(`The answer is larger than ${sizeLimit} bytes`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = answer
  return new Response(answer.body.pipeThrough(limit), { status, statusText, headers })
}
