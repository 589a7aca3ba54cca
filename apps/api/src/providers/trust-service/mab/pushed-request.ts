import { newState } from '../stepwise/oauth.ts'
import type { SigningOrder, SigningParty } from '../stepwise/port.ts'
import { sha256Oid } from './wire.ts'

/** What is pushed before the browser goes there (RFC 9126), without the client's secret; hashes are in `claims`. */
export function pushedRequest(
  approvalBy: string,
  { returnUrl, documents, reference }: SigningOrder,
  { person }: Extract<SigningParty, { kind: 'person' }>,
  credentialID: string,
  state: string,
) {
  return {
    redirect_uri: returnUrl,
    state,
    client_session_id: reference,
    scope: 'sign',
    login_hint: {
      namespace: approvalBy,
      ...(person.mobile ? { identifier: person.mobile } : {}),
      email: person.email,
    },
    claims: {
      credentialID,
      hashAlgorithmOID: sha256Oid,
      documentDigests: documents.map(({ digest, label }) => ({
        hash: Buffer.from(digest).toString('base64'),
        label,
      })),
    },
    user_email: person.email,
  }
}

/** Where the browser goes to approve it. */
export function pageAddress(
  page: string,
  clientId: string,
  returnUrl: string,
  requestUri: string,
  state: string,
): string {
  const url = new URL(page)
  const query = {
    client_id: clientId,
    redirect_uri: returnUrl,
    request_uri: requestUri,
    state,
    nonce: newState(),
    response_type: 'code',
  }
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return url.href
}
