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
  summary: 'Would this password be taken? The token of a link tells whose personal data it must not contain.',
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
  summary: 'Change the password. Every other session of the account ends.',
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
  summary: 'Mail a link to set a new password. The answer is the same whether an account exists or not.',
  credential: 'none',
  body: z.object({ email: Email, lang: z._default(Language, 'en') }),
  errors: ['rate.exceeded'],
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/v1/reset-password',
  summary: 'Set a new password. Uses the token up and ends every session of the account.',
  credential: 'none',
  body: z.object({ token: Secret, new: Secret }),
  output: z.object({ email: z.string() }),
  errors: ['confirmation.invalid', 'password.weak', 'rate.exceeded'],
})
