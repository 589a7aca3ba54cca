import * as z from 'zod/mini'
import { type Endpoint, endpoint } from './endpoint.ts'
import { Id, Secret } from './values.ts'

/**
 * 7.6.8 to 7.6.10: what the verification host serves, on a listener of its own. Anyone who knows the approval's id may
 * query its status; only the code approves. These are not among the calls of the api's own address.
 */

const byId = z.object({ id: Id })
export const VerificationState = z.object({
  status: z.enum(['OPEN', 'GIVEN', 'FAILED']),
  error: z.nullable(z.string()),
  expiresAt: z.iso.datetime(),
  attemptsLeft: z.int(),
  resendsLeft: z.int(),
  resendAt: z.nullable(z.iso.datetime()),
  destination: z.nullable(z.string()),
})
export type VerificationState = z.infer<typeof VerificationState>

const errors = [
  'not_found',
  'approval.over',
  'tan.expired',
  'tan.locked',
  'signing.quality_unavailable',
  'rate.exceeded',
] as const

export const resendCode = endpoint({
  name: 'resendCode',
  method: 'POST',
  path: '/api/resend/{id}',
  summary: 'Send the code again.',
  credential: 'none',
  params: byId,
  output: VerificationState,
  errors: [...errors, 'tan.no_more_resends'],
})

export const respond = endpoint({
  name: 'respond',
  method: 'POST',
  path: '/api/respond/{id}',
  summary: 'Submit the code.',
  credential: 'none',
  params: byId,
  body: z.object({ secret: Secret }),
  output: VerificationState,
  errors: [...errors, 'tan.invalid'],
})

export const cancelVerification = endpoint({
  name: 'cancelVerification',
  method: 'POST',
  path: '/api/cancel/{id}',
  summary: 'Stop the signing that waits for the code.',
  credential: 'none',
  params: byId,
  output: VerificationState,
  errors: [...errors],
})

/** The list of the verification host, as `endpoints` is that of the api's own address. */
export const verificationHostEndpoints: readonly Endpoint[] = [resendCode, respond, cancelVerification]
