import { type Endpoint, isUpload } from './endpoint.ts'
import type { ErrorKey } from './errors.ts'

/** Every error key that a call may return: its own, and those of any call of its kind. */
export function declaredErrors(endpoint: Endpoint): ReadonlySet<ErrorKey> {
  return new Set([...endpoint.errors, ...impliedErrors(endpoint)])
}

/** Does it take a body with fields or a file? */
export function takesBody({ method, body }: Endpoint): boolean {
  return method !== 'GET' && (isUpload(body) || !isEmpty(body))
}

function isEmpty(schema: object): boolean {
  return 'shape' in schema && Object.keys(schema.shape as object).length === 0
}

/** Without a credential nobody's retry can be told from someone else's. */
export function takesKey({ method, credential }: Endpoint): boolean {
  return method !== 'GET' && credential !== 'none'
}

const keyErrors = ['idempotency.running', 'idempotency.mismatch', 'idempotency.done'] as const
const formerLink: ErrorKey[] = ['auth.link_delegated', 'auth.link_removed', 'auth.link_account']
const unsettled: ErrorKey[] = [
  'password.change_required',
  'terms.acceptance_required',
  'business.member_locked',
]

/** What any call of its kind may answer, so that the contract need not say it each time. */
function impliedErrors(endpoint: Endpoint): ErrorKey[] {
  const { credential, method } = endpoint
  const isBearer = credential.includes('user')
  const isLink = credential.includes('direct')
  const hasToken = credential.endsWith('token')
  return [
    ...(credential === 'none' ? [] : (['auth.required'] as const)),
    ...(isBearer ? (['api_user.not_opened'] as const) : []),
    ...(credential === 'api-user' ? (['api_user.token_invalid'] as const) : []),
    ...(isBearer && credential !== 'api-user' && !endpoint.duringSetup ? unsettled : []),
    ...(isLink || hasToken ? (['auth.link_invalid'] as const) : []),
    ...(isLink ? formerLink : []),
    ...(hasToken ? (['auth.token_expired'] as const) : []),
    ...(endpoint.path.includes('{') ? (['not_found'] as const) : []),
    ...(isEmpty(endpoint.query) ? [] : (['validation.failed'] as const)),
    ...(method === 'GET' ? [] : sent(endpoint)),
    ...(takesKey(endpoint) ? keyErrors : []),
    'rate.exceeded',
    'internal',
    'service.saturated',
    'service.unavailable',
  ]
}

/** A body is read, and refused if it is malformed or too large, whether the call has fields or not. */
function sent(endpoint: Endpoint): ErrorKey[] {
  const large =
    endpoint.picturePart || endpoint.carriesFiles === 'picture'
      ? (['image.too_large', 'image.too_complex'] as const)
      : []
  const largest = takesFile(endpoint) ? (['document.too_large'] as const) : []
  return [
    'validation.failed',
    'request.malformed',
    'media.unsupported',
    'request.too_large',
    ...largest,
    ...large,
  ]
}

/** Whether what is too large of a body is a file; otherwise it is the body as a whole. */
export function takesFile({ body, carriesFiles = false, errors }: Endpoint): boolean {
  return isUpload(body) || carriesFiles !== false || errors.includes('document.too_large')
}
