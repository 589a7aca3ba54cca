import { OutgoingRequestFailed } from './port.ts'

export interface Request {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

const redirects = new Set([301, 302, 303, 307, 308])
/** Headers that are sent to another host, too. The others may be credentials. */
const harmless = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

/**
 * The request that a redirect leads to; null if the response isn't a redirect. Methods change as in browsers (RFC 9110
 * §15.4, Fetch Standard "HTTP-redirect fetch"). A redirect from https to http is refused.
 */
export function nextRequest(request: Request, status: number, location: string | undefined): Request | null {
  if (!redirects.has(status) || location === undefined) return null
  if (!URL.canParse(location, request.url)) throw new OutgoingRequestFailed('malformed')
  const [from, to] = [new URL(request.url), new URL(location, request.url)]
  if (from.protocol === 'https:' && to.protocol !== 'https:') throw new OutgoingRequestFailed('not_https')
  // An absolute URL is checked as it was sent, not in its normalised form.
  const url = /^[a-z][a-z0-9+.-]*:/i.test(location) ? location : to.href
  const becomesGet = status === 303 || (request.method === 'POST' && status < 307)
  const headers = Object.entries(request.headers).filter(
    ([name]) =>
      (from.origin === to.origin || harmless.has(name)) && !(becomesGet && name.startsWith('content-')),
  )
  return {
    url,
    method: becomesGet ? 'GET' : request.method,
    headers: Object.fromEntries(headers),
    body: becomesGet ? undefined : request.body,
  }
}
