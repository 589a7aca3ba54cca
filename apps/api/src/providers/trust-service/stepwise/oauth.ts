import { randomBytes, timingSafeEqual } from 'node:crypto'
import { StepwiseSigningFailed } from './port.ts'
import type { StepwiseFailure } from './port.ts'
import type { Reply } from './http-client.ts'

/** RFC 6749 §4.1.2.1 and §5.2, RFC 8628 §3.5, and what services add to them. */
const failures: Readonly<Record<string, StepwiseFailure>> = {
  access_denied: 'cancelled',
  expired_token: 'timed_out',
  invalid_request: 'order_invalid',
  invalid_scope: 'order_invalid',
  invalid_authorization_details: 'order_invalid',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
}

/** An error response: the members of RFC 6749 §5.2, and the cause that a service adds to them. */
interface OauthError {
  readonly error: string
  readonly error_description?: string | undefined
  readonly error_cause?: string | undefined
}

/** What a service's error means to us; of its description only the known codes are kept, which name nobody. */
function oauthFailure(
  service: string,
  { error, error_description: description = '', error_cause: cause = '' }: OauthError,
  meanings: Readonly<Record<string, StepwiseFailure>> = {},
): StepwiseSigningFailed {
  const known = { ...failures, ...meanings }
  const codes = [...`${error} ${description} ${cause}`.matchAll(/\b[\w.]+\b/g)].map(([code]) => code)
  // The cause says more than the error above it.
  const specific = codes.findLast((code) => Object.hasOwn(meanings, code))
  const named = specific ?? (Object.hasOwn(known, error) ? error : undefined)
  const meaning = (named && known[named]) || 'signing_failed'
  const safeError = /^[\w.-]{1,60}$/.test(error) ? error : 'an unknown error'
  const reason = specific && specific !== error ? `${safeError} ${specific}` : safeError
  return new StepwiseSigningFailed(meaning, service, reason)
}

export const newState = (): string => randomBytes(24).toString('base64url')

/** The code of a way back that belongs to this way there. Throws what its error means. */
export function codeIn(
  service: string,
  query: string,
  state: string,
  meanings?: Readonly<Record<string, StepwiseFailure>>,
): string {
  const parameters = new URLSearchParams(query)
  const [given, expected] = [Buffer.from(parameters.get('state') ?? ''), Buffer.from(state)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new StepwiseSigningFailed('answer_invalid', service, 'the way back is not from this way there')
  const error = parameters.get('error')
  if (error !== null) {
    const [description, cause] = [parameters.get('error_description'), parameters.get('error_cause')]
    const answer = { error, error_description: description ?? '', error_cause: cause ?? '' }
    throw oauthFailure(service, answer, meanings)
  }
  const code = parameters.get('code')
  if (!code) throw new StepwiseSigningFailed('answer_invalid', service, 'the way back has no code')
  return code
}

/** The JSON of a good answer; a refusal is thrown as what it means. */
export function jsonOf(
  service: string,
  { status, body }: Reply,
  meanings?: Readonly<Record<string, StepwiseFailure>>,
): unknown {
  const json = parsed(body)
  if (status >= 200 && status < 300 && json !== undefined) return json
  const error = textIn(json, 'error')
  if (error) {
    const [description, cause] = [textIn(json, 'error_description'), textIn(json, 'error_cause')]
    throw oauthFailure(service, { error, error_description: description, error_cause: cause }, meanings)
  }
  throw new StepwiseSigningFailed(
    'answer_invalid',
    service,
    `HTTP status ${status}, and no answer of the service`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textIn(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  const found: unknown = (value as Record<string, unknown>)[key]
  return typeof found === 'string' ? found : undefined
}
