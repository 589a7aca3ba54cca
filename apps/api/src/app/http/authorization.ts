import type { IncomingHttpHeaders } from 'node:http'
import { isApiToken } from '#api/business/api-users/token-repository.ts'

type Headers = Pick<IncomingHttpHeaders, 'authorization'>

/** The Authorization header, its scheme in lower case (RFC 9110 §11.1); empty texts without one. */
export function readAuthorization({ authorization = '' }: Headers) {
  const [scheme = '', credential = ''] = authorization.split(' ', 2)
  return { scheme: scheme.toLowerCase(), credential }
}

/** The token of an API user; null for any other credential. */
export function apiTokenIn(headers: Headers): string | null {
  const { scheme, credential } = readAuthorization(headers)
  return scheme === 'bearer' && isApiToken(credential) ? credential : null
}
