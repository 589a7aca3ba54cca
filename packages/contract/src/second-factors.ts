import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, line, Secret } from './values.ts'

/** What a user may turn on besides the password: codes of an app (RFC 6238) and passkeys (WebAuthn). */

export const SecondFactor = z.object({
  id: Id,
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
})
export type SecondFactor = z.infer<typeof SecondFactor>

const SecondFactors = z.object({ factors: z.array(SecondFactor), recoveryCodesLeft: z.int() })
/** The codes are shown once, when the first factor is set up or new ones are asked for. */
const WithRecoveryCodes = z.object({ factor: SecondFactor, recoveryCodes: z.nullable(z.array(z.string())) })
/** Changing the factors requires the password again, if the account has one. */
const proof = { password: z.optional(Secret) }

export const listSecondFactors = endpoint({
  name: 'listSecondFactors',
  method: 'GET',
  path: '/v1/user/second-factors',
  summary: 'List the account’s second factors.',
  credential: 'user',
  output: SecondFactors,
})

export const startTotp = endpoint({
  name: 'startTotp',
  method: 'POST',
  path: '/v1/user/second-factors/totp',
  summary: 'Start adding an authenticator app: returns a secret that is active after its first code.',
  credential: 'user',
  body: z.object(proof),
  output: z.object({ id: Id, secret: z.string(), uri: z.string() }),
  errors: ['password.wrong', 'second_factor.exists', 'second_factor.too_many', 'rate.exceeded'],
})

export const confirmTotp = endpoint({
  name: 'confirmTotp',
  method: 'POST',
  path: '/v1/user/second-factors/totp/{id}/confirm',
  summary: 'Confirm an authenticator app with its first code. Signing in then requires a code.',
  credential: 'user',
  params: z.object({ id: Id }),
  body: z.object({ code: Secret, name: z._default(line(60, 1), 'Authenticator') }),
  output: WithRecoveryCodes,
  errors: [
    'not_found',
    'second_factor.code_invalid',
    'second_factor.exists',
    'second_factor.too_many',
    'rate.exceeded',
  ],
})

export const startPasskey = endpoint({
  name: 'startPasskey',
  method: 'POST',
  path: '/v1/user/second-factors/passkeys',
  summary: 'Start adding a passkey: returns the options for navigator.credentials.create().',
  credential: 'user',
  body: z.object(proof),
  output: z.object({ id: Id, options: z.record(z.string(), z.unknown()) }),
  errors: ['password.wrong', 'second_factor.too_many', 'rate.exceeded'],
})

export const confirmPasskey = endpoint({
  name: 'confirmPasskey',
  method: 'POST',
  path: '/v1/user/second-factors/passkeys/{id}/confirm',
  summary:
    'Add a passkey with the result of navigator.credentials.create(). Signing in then requires a second factor.',
  credential: 'user',
  params: z.object({ id: Id }),
  body: z.object({ response: z.record(z.string(), z.unknown()), name: z._default(line(60, 1), 'Passkey') }),
  output: WithRecoveryCodes,
  errors: [
    'not_found',
    'second_factor.passkey_invalid',
    'second_factor.exists',
    'second_factor.too_many',
    'rate.exceeded',
  ],
})

export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  method: 'POST',
  path: '/v1/user/second-factors/{id}/remove',
  summary: 'Remove a second factor. Removing the last one also removes the recovery codes.',
  credential: 'user',
  params: z.object({ id: Id }),
  body: z.object(proof),
  output: SecondFactors,
  errors: ['not_found', 'password.wrong', 'rate.exceeded'],
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/v1/user/second-factors/recovery-codes',
  summary: 'Replace the recovery codes. The previous ones no longer work.',
  credential: 'user',
  body: z.object(proof),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['not_found', 'password.wrong', 'rate.exceeded'],
})
