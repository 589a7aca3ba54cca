import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { isOutage, OutgoingRequestFailed } from '#api/providers/outgoing-requests/port.ts'
import { ProviderAnswerInvalid, ProviderUnavailable, SignOnCancelled } from './port.ts'

const outOfOrder = new Set(['server_error', 'temporarily_unavailable'])
const unreachable = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** The port's error for one of openid-client's. */
export function failureOf(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return new SignOnCancelled('The sign-in was cancelled at the provider', { cause: error })
  return isOutOfOrder(error)
    ? new ProviderUnavailable(`The provider could not be asked: ${reason}`, { cause: error })
    : new ProviderAnswerInvalid(`The provider's answer is not to be believed: ${reason}`, { cause: error })
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
