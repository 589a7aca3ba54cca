import type { FastifyReply } from 'fastify'

export type Refusal = { status?: number; error: string; description?: string }

export const cscRefusals = {
  invalid_client: { status: 401, error: 'invalid_client' },
  invalid_token: { status: 401, error: 'invalid_token' },
  invalid_pin: { error: 'invalid_pin', description: 'The PIN is invalid' },
  invalid_otp: { error: 'invalid_otp', description: 'The OTP is invalid' },
  expired_sad: { error: 'invalid_request', description: 'SAD expired' },
} as const satisfies Record<string, Refusal>

export const cscFaults = [
  'timeout',
  'status_503',
  'refused',
  'invalid_client',
  /** To the next call that shows a token. */
  'invalid_token',
  'no_credential',
  'user_cancel',
  'invalid_pin',
  'invalid_otp',
  'expired_sad',
  'bad_signature',
  'wrong_digest',
  'wrong_quality',
] as const

/** The specification's own words (CSC API v1 and v2, "Error Description"). */
export const invalid = (description: string): Refusal => ({ error: 'invalid_request', description })
export const invalidGrant = (description: string): Refusal => ({ error: 'invalid_grant', description })
export const missing = (type: 'string' | 'integer' | 'array', name: string): Refusal =>
  invalid(`Missing (or invalid type) ${type} parameter ${name}`)
export const wrong = (name: string): Refusal => invalid(`Invalid parameter ${name}`)

export const isRefusal = (value: object): value is Refusal => 'error' in value

export function refuse(reply: FastifyReply, { status = 400, error, description }: Refusal): FastifyReply {
  return reply.code(status).send({ error, ...(description ? { error_description: description } : {}) })
}
