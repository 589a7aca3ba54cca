import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { isOutage, OutgoingRequestFailed } from '#api/providers/outgoing-requests/port.ts'
import { ProviderAnswerInvalid, ProviderUnavailable, SignOnCancelled, type SignOnProblem } from './port.ts'

const outOfOrder = new Set(['server_error', 'temporarily_unavailable'])
const refusesClient = new Set(['invalid_client', 'unauthorized_client'])
const unreachable = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])
const notOpenId = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
])

/** The port's error for one of openid-client's. */
export function failureOf(error: unknown): Error {
  if (error instanceof ProviderAnswerInvalid || error instanceof ProviderUnavailable) return error
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return new SignOnCancelled('The sign-in was cancelled at the provider', { cause: error })
  const details = { problem: problemOf(error), cause: error }
  return isOutOfOrder(error)
    ? new ProviderUnavailable(`The provider could not be asked: ${reason}`, details)
    : new ProviderAnswerInvalid(`The provider's answer is not to be believed: ${reason}`, details)
}

function isOutOfOrder(error: unknown): boolean {
  if (error instanceof OutgoingRequestFailed) return isOutage(error)
  if (error instanceof AuthorizationResponseError) return outOfOrder.has(error.error)
  if (error instanceof ResponseBodyError) return error.status >= 500 || outOfOrder.has(error.error)
  if (error instanceof ClientError) return unreachable.has(error.code ?? '') || isOutOfOrder(error.cause)
  // What fetch throws where the line is broken: a TypeError whose cause tells why.
  if (error instanceof TypeError) return error.cause !== undefined
  return error instanceof DOMException && error.name === 'TimeoutError'
}

function problemOf(error: unknown): SignOnProblem {
  if (error instanceof OutgoingRequestFailed) return problemOfRequest(error)
  // RFC 6749 § 5.2: a client that isn't accepted gets 401 with a challenge, or the error as a body.
  if (error instanceof WWWAuthenticateChallengeError) return 'client_refused'
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    if (refusesClient.has(error.error)) return 'client_refused'
    return isOutOfOrder(error) ? 'unreachable' : 'token_invalid'
  }
  if (error instanceof ClientError) return problemOfClient(error)
  return isOutOfOrder(error) ? 'unreachable' : 'token_invalid'
}

function problemOfRequest(error: OutgoingRequestFailed): SignOnProblem {
  if (error.reason === 'too_large') return 'not_a_provider'
  return isOutage(error) ? 'unreachable' : 'address_refused'
}

function problemOfClient({ code, cause }: ClientError): SignOnProblem {
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'issuer_mismatch'
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && cause instanceof Response && cause.status >= 500)
    return 'unreachable'
  if (notOpenId.has(code ?? '')) return 'not_a_provider'
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return 'unreachable'
  return cause instanceof Error ? problemOf(cause) : 'token_invalid'
}
