import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { line, Secret } from './values.ts'

/** What API users call, in the shapes that clients of this market have already. */

function accessLogin(version: 'v2' | 'v3', name: string) {
  return endpoint({
    name,
    method: 'POST',
    path: `/${version}/access/login`,
    summary:
      'Sign an API user in, as JSON or as a form. The answer is the token itself, as text; it is good for 20 minutes.',
    credential: 'none',
    acceptsForm: true,
    body: z.object({ username: line(100, 1), 'api-key': Secret }),
    output: binary('text/plain'),
    errors: ['api_user.credentials_invalid', 'validation.failed'],
  })
}

export const loginApiUser = accessLogin('v2', 'loginApiUser')
/** The same, under the base address of calls about several documents. */
export const loginApiUserV3 = accessLogin('v3', 'loginApiUserV3')
