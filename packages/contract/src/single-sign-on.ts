import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, Instant, line, Secret } from './values.ts'

/** 7.6.7: signing in through the company's OpenID provider. */

export const findIdentityProvider = endpoint({
  name: 'findIdentityProvider',
  method: 'POST',
  path: '/v1/identity_providers',
  summary: 'Find the company sign-in for an email’s domain.',
  credential: 'none',
  body: z.object({ email: Email }),
  output: z.object({
    url: z.string(),
    /** Whether passwords of the business's members and of new people aren't accepted for this domain. */
    required: z.boolean(),
  }),
  errors: ['not_found', 'rate.exceeded'],
})

export const takeSingleSignOn = endpoint({
  name: 'takeSingleSignOn',
  method: 'POST',
  path: '/v1/single-sign-on/session',
  summary: 'Exchange the one-time code of a company sign-in for a session.',
  credential: 'none',
  body: z.object({
    code: Secret,
    /** Of the browser (IANA): the account’s, if it has none yet. One that isn’t known is ignored. */
    timeZone: z.optional(line(60)),
  }),
  output: z.object({
    /** Null where an account has this email and is to be proved first: sign in, then `linkIdentity` with the code. */
    session: z.nullable(z.object({ token: z.string(), expires_at: Instant })),
    email: z.string(),
    provider: z.string(),
  }),
  errors: ['confirmation.invalid', 'rate.exceeded'],
})

export const linkIdentity = endpoint({
  name: 'linkIdentity',
  method: 'POST',
  path: '/v1/user/identities',
  summary: 'Link a company sign-in to the signed-in account.',
  credential: 'user',
  duringSetup: true,
  body: z.object({ code: Secret }),
  errors: ['confirmation.invalid', 'identity.taken', 'rate.exceeded'],
})
