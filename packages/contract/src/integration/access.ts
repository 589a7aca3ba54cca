import * as z from 'zod/mini'
import { binary, endpoint } from '../endpoint.ts'
import { line, Secret } from '../values.ts'

/** What API users call, in the shapes that clients of this market have already. */

function accessLogin(version: 'v1' | 'v2' | 'v3', name: string) {
  return endpoint({
    name,
    method: 'POST',
    path: `/${version}/access/login`,
    summary:
      'Sign in as an API user, with JSON or a form. Returns the token as text; it is valid for 20 minutes.',
    credential: 'none',
    acceptsForm: true,
    body: z.object({ username: line(100, 1), 'api-key': Secret }),
    output: binary('text/plain'),
    errors: [
      'business.payment_required',
      'plan.not_included',
      'api_user.credentials_invalid',
      'api_user.key_expired',
      'validation.failed',
    ],
  })
}

export const loginApiUser = accessLogin('v2', 'loginApiUser')
/** The same for requests of several documents. */
export const loginApiUserV3 = accessLogin('v3', 'loginApiUserV3')
/** And for clients that only validate. */
export const loginApiUserV1 = accessLogin('v1', 'loginApiUserV1')
