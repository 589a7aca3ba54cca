import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, line, Secret } from './values.ts'

/** 7.8: signing in and out, and where one is signed in. */

const Session = z.object({ token: z.string(), expires_at: Instant })

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/v1/login',
  summary: 'Sign in. Returns a bearer token that is valid for 24 hours.',
  credential: 'none',
  keepsCookie: true,
  body: z.object({
    email: Email,
    password: Secret,
    first_login: z.optional(z.boolean()),
    /** Of the browser (IANA): the account’s, if it has none yet. One that isn’t known is ignored. */
    timeZone: z.optional(line(60)),
  }),
  output: Session,
  errors: [
    'auth.credentials_invalid',
    'auth.second_factor_required',
    'auth.company_sign_in_required',
    'rate.exceeded',
  ],
})

export const loginWithSecondFactor = endpoint({
  name: 'loginWithSecondFactor',
  method: 'POST',
  path: '/v1/login/second-factor',
  summary: 'Complete a sign-in with two-factor authentication: an app code, a recovery code or a passkey.',
  credential: 'none',
  keepsCookie: true,
  body: z.object({
    challenge: Secret,
    /** Six digits of the app, or a recovery code. */
    code: z.optional(Secret),
    /** What navigator.credentials.get() answered, as JSON. */
    passkey: z.optional(z.record(z.string(), z.unknown())),
    /** Of the browser (IANA): the account’s, if it has none yet. One that isn’t known is ignored. */
    timeZone: z.optional(line(60)),
  }),
  output: Session,
  errors: [
    'auth.credentials_invalid',
    'second_factor.code_invalid',
    'second_factor.passkey_invalid',
    'auth.company_sign_in_required',
    'validation.failed',
    'rate.exceeded',
  ],
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/v1/logout',
  summary: 'Sign out. The token is revoked.',
  credential: 'user',
  duringSetup: true,
})

export const OpenSession = z.object({
  id: Id,
  /** The session that makes the call. */
  current: z.boolean(),
  method: z.enum(['password', 'second_factor', 'sso']),
  address: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  expiresAt: Instant,
})
export type OpenSession = z.infer<typeof OpenSession>

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/v1/user/sessions',
  summary: 'List the account’s sessions, newest first.',
  credential: 'user',
  output: z.object({ sessions: z.array(OpenSession) }),
})

export const revokeSession = endpoint({
  name: 'revokeSession',
  method: 'DELETE',
  path: '/v1/user/sessions/{id}',
  summary: 'Sign out of one session.',
  credential: 'user',
  params: z.object({ id: Id }),
  errors: ['not_found'],
})

export const revokeOtherSessions = endpoint({
  name: 'revokeOtherSessions',
  method: 'POST',
  path: '/v1/user/sessions/revoke-others',
  summary: 'Sign out of all other sessions.',
  credential: 'user',
  output: z.object({ revoked: z.int() }),
})
