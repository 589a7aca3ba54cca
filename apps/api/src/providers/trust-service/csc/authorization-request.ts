import { createHash } from 'node:crypto'
import { newState } from '../stepwise/oauth.ts'
import type { SigningOrder, SigningParty } from '../stepwise/port.ts'
import type { CscClient } from './client.ts'
import type { HeldCredential } from './wire.ts'
import { Pushed, sha256Oid } from './wire.ts'

/** What is needed when the browser is back. */
export interface Departure {
  readonly state: string
  readonly verifier: string
  /** The authorization_details of the request, which the token call repeats (CSC API v2 §8.4.4). */
  readonly details?: string | undefined
}

export interface AuthorizationRequest {
  readonly url: string
  readonly departure: Departure
  /** A pushed one is good for this long only. */
  readonly seconds?: number | undefined
}

interface Page {
  /** Where browsers go, if that is not where the service says. */
  readonly authorizeUrl?: string | undefined
  readonly clientId: string
}
type Order = Pick<SigningOrder, 'returnUrl' | 'language' | 'message' | 'documents'>

/** CSC API v1 §8.3.2, v2 §8.4.2: the signer signs in to the service. */
export const serviceRequest = (client: CscClient, page: Page, order: Pick<Order, 'returnUrl' | 'language'>) =>
  requestAuthorization(client, page, order, { scope: 'service' })

/** The signer approves these hashes, in base64, with this credential: in the form that the service takes. */
export async function credentialRequest(
  client: CscClient,
  page: Page,
  order: Order,
  credential: HeldCredential,
  { quality, legislation }: Pick<SigningParty & { kind: 'person' }, 'quality' | 'legislation'>,
  hashes: readonly string[],
): Promise<AuthorizationRequest> {
  const { version, takesDetails } = await client.information()
  if (takesDetails) {
    const detail = {
      type: 'credential',
      credentialID: credential.id,
      // The credential says what it makes; the qualifiers that there are name European signatures alone (§8.4.2).
      ...(legislation === 'EIDAS' ? { signatureQualifier: `eu_eidas_${quality.toLowerCase()}` } : {}),
      documentDigests: hashes.map((hash, index) => ({ hash, label: order.documents[index]?.label ?? '' })),
      hashAlgorithmOID: sha256Oid,
    }
    return requestAuthorization(client, page, order, { authorization_details: JSON.stringify([detail]) })
  }
  const list = hashes.map((hash) => Buffer.from(hash, 'base64').toString('base64url')).join(',')
  return requestAuthorization(client, page, order, {
    scope: 'credential',
    credentialID: credential.id,
    numSignatures: String(hashes.length),
    ...(version === 1 ? { hash: list } : { hashes: list, hashAlgorithmOID: sha256Oid }),
    description: order.message,
  })
}

/** Pushed beforehand where the service takes that (RFC 9126), otherwise in the address. */
async function requestAuthorization(
  client: CscClient,
  { authorizeUrl, clientId }: Page,
  { returnUrl, language }: Pick<Order, 'returnUrl' | 'language'>,
  request: Record<string, string>,
): Promise<AuthorizationRequest> {
  const { takesPushed, oauthUrl } = await client.information()
  const [state, verifier] = [newState(), newState() + newState()]
  const fields = {
    response_type: 'code',
    redirect_uri: returnUrl,
    state,
    lang: language,
    // RFC 7636: anyone who gets hold of the code alone can do nothing with it. Version 1 ignores what it doesn't know.
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...request,
  }
  const departure = { state, verifier, details: request['authorization_details'] }
  const url = new URL(authorizeUrl ?? `${oauthUrl}/oauth2/authorize`)
  url.searchParams.set('client_id', clientId)
  if (!takesPushed) {
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
    return { url: url.href, departure }
  }
  const { request_uri, expires_in } = await client.oauth('/oauth2/pushed_authorize', fields, Pushed)
  url.searchParams.set('request_uri', request_uri)
  return { url: url.href, departure, seconds: expires_in }
}
