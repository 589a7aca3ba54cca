import { createHash } from 'node:crypto'
import { approve } from '../approve.fixture.ts'
import { call } from '../call.fixture.ts'
import type { Answer } from '../call.fixture.ts'
import { client } from '../client.ts'
import { textAt } from '../json.ts'
import type { RunningTrustServices } from '../start.ts'

export const redirectUri = 'https://app.example/redirect'
/** The code challenge of the specification's examples goes with no verifier that they name: this pair is our own. */
export const verifier = 'a verifier that is as long as RFC 7636 wants it to be'
export const challenge = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}
export const basic = {
  authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
}
export const posted = { client_id: client.id, client_secret: client.secret }
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The specification's request for a code: `GET oauth2/authorize`. */
export function authorizeUrl(
  services: RunningTrustServices,
  prefix: string,
  query: Record<string, string>,
): string {
  const own = { response_type: 'code', client_id: client.id, redirect_uri: redirectUri, state: '12345678' }
  const whole = new URLSearchParams({ ...own, ...query })
  return `${services.pagesUrl}${prefix}/oauth2/authorize?${whole.toString()}`
}

/** Signs in on the service's page as a person and gives the query of the way back. */
export async function signIn(
  address: string,
  email: string,
  password = 'a password',
): Promise<URLSearchParams> {
  const page = await fetch(address)
  const body = new URLSearchParams({ choice: 'sign-in', email, password })
  const answer = await fetch(page.url, { method: 'POST', body, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? page.url).searchParams
}

/** `POST oauth2/token` with the code of the way back, by the secret in the header or in the form. */
export function exchange(
  services: RunningTrustServices,
  prefix: string,
  code: string | null,
  by: 'basic' | 'post',
  more: Record<string, string> = {},
): Promise<Answer> {
  const own = { grant_type: 'authorization_code', code: code ?? '', redirect_uri: redirectUri, ...more }
  const form = new URLSearchParams(by === 'post' ? { ...posted, ...own } : { client_id: client.id, ...own })
  return call(services, `${prefix}/oauth2/token`, form, by === 'basic' ? { headers: basic } : {})
}

/** The service's token for a person, and their credentials. */
export async function serviceToken(
  services: RunningTrustServices,
  prefix: string,
  by: 'basic' | 'post',
  email = 'max@example.test',
): Promise<string> {
  const pkce = prefix === '/first' ? {} : challenge
  const back = await signIn(
    authorizeUrl(services, prefix, { scope: 'service', lang: 'en-US', ...pkce }),
    email,
  )
  const answer = await exchange(services, prefix, back.get('code'), by, { code_verifier: verifier })
  return textAt(answer.body, 'access_token') ?? ''
}

/** The credential's token for hashes, after the person's approval. */
export async function credentialToken(
  services: RunningTrustServices,
  address: string,
  prefix: string,
  by: 'basic' | 'post',
  more: Record<string, string> = {},
): Promise<Answer> {
  const back = await approve(services, address)
  return exchange(services, prefix, back.get('code'), by, { code_verifier: verifier, ...more })
}
