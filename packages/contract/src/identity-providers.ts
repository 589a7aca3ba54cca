import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, line } from './values.ts'

/** The OpenID provider that a business's admins set up: people with an email of its verified domains sign in there. */

/** The result of a test sign-in. `ok`: everything a sign-in needs is there. */
export const IdentityProviderTestResult = z.enum([
  'ok',
  'unreachable',
  'address_refused',
  'not_a_provider',
  'issuer_mismatch',
  'client_refused',
  'cancelled',
  'token_invalid',
  'email_missing',
  'email_unverified',
  'wrong_domain',
])
export type IdentityProviderTestResult = z.infer<typeof IdentityProviderTestResult>

/** SET_UP: no test has succeeded since the last change. TESTED: a test succeeded. REQUIRED: members have to sign in there. */
export const IdentityProviderStatus = z.enum(['NOT_SET_UP', 'SET_UP', 'TESTED', 'REQUIRED'])
export type IdentityProviderStatus = z.infer<typeof IdentityProviderStatus>

export const IdentityProviderTest = z.object({
  testedAt: Instant,
  result: IdentityProviderTestResult,
  /** The address that the provider gave. */
  email: z.nullable(z.string()),
  /** Whether it is the tester's own, in one of the domains: the requirement needs such a test. */
  allowsRequirement: z.boolean(),
})

/** The client secret is never returned. */
export const IdentityProvider = z.object({
  status: IdentityProviderStatus,
  /** To be registered at the provider. */
  redirectUri: z.string(),
  /** Where sign-ins still come back to, of a provider set up before each business had a redirect URI: until it is saved again. */
  formerRedirectUri: z.nullable(z.string()),
  issuer: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  changedAt: z.nullable(Instant),
  requiredAt: z.nullable(Instant),
  /** The last one of these settings. */
  test: z.nullable(IdentityProviderTest),
  /** The verified domains to which it applies. */
  domains: z.array(z.string()),
  /** Verified domains for which the operator of the installation has set up a provider, which takes precedence. */
  operatorDomains: z.array(z.string()),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

const one = z.object({ id: Id })
const adminsOnly = ['not_found', 'business.not_allowed'] as const
const path = '/v1/businesses/{id}/identity-provider'

export const getIdentityProvider = endpoint({
  name: 'getIdentityProvider',
  method: 'GET',
  path,
  summary: 'Get the business’s identity provider for company sign-in. For administrators.',
  credential: 'user',
  params: one,
  output: IdentityProvider,
  errors: adminsOnly,
})

export const setIdentityProvider = endpoint({
  name: 'setIdentityProvider',
  method: 'PUT',
  path,
  summary: 'Set up or change the identity provider. Without a client secret, the present one is kept.',
  credential: 'user',
  params: one,
  body: z.object({ issuer: line(500, 1), clientId: line(300, 1), clientSecret: z.optional(line(1000, 1)) }),
  output: IdentityProvider,
  errors: [...adminsOnly, 'validation.failed', 'identity_provider.required'],
})

export const testIdentityProvider = endpoint({
  name: 'testIdentityProvider',
  method: 'POST',
  path: `${path}/test`,
  summary: 'Start a test sign-in at the identity provider. The result is in `test` once the browser is back.',
  credential: 'user',
  params: one,
  /** Where the browser goes: good for two minutes. */
  output: z.object({ url: z.string() }),
  errors: [...adminsOnly, 'rate.exceeded'],
})

export const requireIdentityProvider = endpoint({
  name: 'requireIdentityProvider',
  method: 'PUT',
  path: `${path}/requirement`,
  summary: 'Require company sign-in for members with an email at a verified domain, or stop requiring it.',
  credential: 'user',
  params: one,
  body: z.object({ required: z.boolean() }),
  output: IdentityProvider,
  errors: [...adminsOnly, 'identity_provider.not_tested'],
})

export const removeIdentityProvider = endpoint({
  name: 'removeIdentityProvider',
  method: 'DELETE',
  path,
  summary: 'Remove the identity provider. Members without a password set one by email.',
  credential: 'user',
  params: one,
  errors: adminsOnly,
})
