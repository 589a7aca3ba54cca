import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, Language, line } from './values.ts'

/** 7.8: one's account, signing up, signing in. */

export const confirmationFlows = ['signup', 'business', 'sso', 'eidplus', 'email'] as const

export const PasswordProblem = z.enum(['too_short', 'too_common', 'contains_personal_data'])
export type PasswordProblem = z.infer<typeof PasswordProblem>

export const User = z.object({
  id: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  hasSso: z.boolean(),
  signatureQualities: z.object({ ses: z.object({ any: z.boolean() }), demo: z.object({ any: z.boolean() }) }),
  attributes: z.object({
    lang: Language,
    mobile: z.nullable(z.string()),
    acceptedGtc: z.boolean(),
    weakPassword: z.boolean(),
    celloUcc: z.nullable(z.string()),
  }),
})
export type User = z.infer<typeof User>

export const requestConfirmation = endpoint({
  name: 'requestConfirmation',
  method: 'POST',
  path: '/v1/request-confirmation',
  summary: 'Mail a confirmation link. The answer is the same whether an account exists or not.',
  credential: 'none',
  body: z.object({
    email: Email,
    flow: z._default(z.enum(confirmationFlows), 'signup'),
    lang: z._default(Language, 'en'),
    /** Another path of our own that the link leads to. */
    confirm: z.optional(z.string().check(z.maxLength(200), z.regex(/^\/(?![/\\])[\w\-./]*$/))),
  }),
  errors: ['rate.exceeded'],
})

export const validConfirmation = endpoint({
  name: 'validConfirmation',
  method: 'POST',
  path: '/v1/valid-confirmation',
  summary: 'Is this confirmation token good? Does not use it up.',
  credential: 'none',
  body: z.object({
    token: z.string().check(z.minLength(1), z.maxLength(200)),
    language: z.optional(Language),
  }),
  output: z.object({ email: z.string(), flow: z.enum(confirmationFlows) }),
  errors: ['confirmation.invalid'],
})

export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/v1/register',
  summary: 'Make an account. Uses the confirmation token up.',
  credential: 'none',
  body: z.object({
    firstName: line(100, 1),
    lastName: line(100, 1),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    token: z.string().check(z.minLength(1), z.maxLength(200)),
    gtc: z.boolean(),
    lang: z._default(Language, 'en'),
    mobile: z.optional(z.nullable(line(30))),
    celloUCC: z.optional(z.nullable(line(100))),
  }),
  output: User,
  status: 201,
  errors: ['confirmation.invalid', 'password.weak', 'terms.not_accepted', 'account.exists', 'rate.exceeded'],
})

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/v1/login',
  summary: 'Sign in. The token is a bearer token for 24 hours.',
  credential: 'none',
  body: z.object({
    email: Email,
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    first_login: z.optional(z.boolean()),
  }),
  output: z.object({ token: z.string(), expires_at: Instant }),
  errors: ['auth.credentials_invalid', 'rate.exceeded'],
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/v1/logout',
  summary: 'Sign out: the token is worth nothing afterwards.',
  credential: 'user',
})

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/v1/user',
  summary: 'The account that is signed in.',
  credential: 'user',
  query: z.object({ v2: z.optional(z.string()) }),
  output: User,
})

/** The person behind a direct-sign link. `token` opens the calls that take it as a query parameter, for an hour. */
export const DirectUser = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  attributes: z.object({ lang: Language }),
  signatureId: Id,
  signatureRequestId: Id,
  token: z.string(),
  tokenExpiresAt: Instant,
})
export type DirectUser = z.infer<typeof DirectUser>

export const getDirectUser = endpoint({
  name: 'getDirectUser',
  method: 'GET',
  path: '/v1/direct/user',
  summary: 'The person behind a direct-sign link, with a short-lived token for files and page images.',
  credential: 'direct',
  query: z.object({ v2: z.optional(z.string()) }),
  output: DirectUser,
  errors: ['auth.link_invalid', 'rate.exceeded'],
})

export const getDatetime = endpoint({
  name: 'getDatetime',
  method: 'GET',
  path: '/v1/datetime',
  summary: "The server's time.",
  credential: 'none',
  output: z.object({ datetime: Instant }),
})
