import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, Language, Secret } from './values.ts'

/** 7.8: checking, changing and resetting a password. */

export const PasswordProblem = z.enum(['too_short', 'too_common', 'contains_personal_data'])
export type PasswordProblem = z.infer<typeof PasswordProblem>

export const checkPassword = endpoint({
  name: 'checkPassword',
  method: 'POST',
  path: '/v1/check-password',
  summary:
    'Check a password against the rules. With the token of a link it is also checked against that person’s data.',
  credential: 'none',
  body: z.object({ password: Secret, token: z.optional(Secret) }),
  output: z.object({
    validPassword: z.boolean(),
    error: z.nullable(PasswordProblem),
    /** From 0 (guessed at once) to 4. */
    score: z.int(),
  }),
  errors: ['confirmation.invalid', 'rate.exceeded'],
})

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/v1/change-password',
  summary: 'Change the password. All other sessions are signed out.',
  credential: 'user',
  duringSetup: true,
  body: z.object({
    new: Secret,
    /** Left out only where the account has no password yet. */
    old: z.optional(Secret),
  }),
  errors: ['password.weak', 'password.wrong', 'rate.exceeded'],
})

export const requestReset = endpoint({
  name: 'requestReset',
  method: 'POST',
  path: '/v1/request-reset',
  summary: 'Email a password reset link. The response is the same whether or not an account exists.',
  credential: 'none',
  body: z.object({ email: Email, lang: z._default(Language, 'en') }),
  errors: ['rate.exceeded'],
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/v1/reset-password',
  summary: 'Set a new password with the emailed token, and sign out of every session. The token works once.',
  credential: 'none',
  body: z.object({ token: Secret, new: Secret }),
  output: z.object({ email: z.string() }),
  errors: ['confirmation.invalid', 'password.weak', 'rate.exceeded'],
})
