import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { tamperingModes } from '../tampering-modes.ts'

export type Refusal = { error: string; cause?: string; description?: string }

/** Refusals of the token calls and of signing, as error and its cause. */
export const mabRefusals = {
  invalid_client: { error: 'invalid_client' },
  identification_required: { error: 'RAX_identification_required', cause: 'RAX_no_evidence_for_user' },
  invalid_jurisdiction: { error: 'RAX_identification_required', cause: 'RAX_invalid_jurisdiction' },
  serial_number_mismatch: {
    error: 'RAX_identification_required',
    cause: 'RAX_invalid_consent_serial_number',
  },
  invalid_authentication_device: { error: 'EXT_invalid_authentication_device' },
  revoked_certificate: { error: 'EXT_provider_flow_failed', cause: 'MID_revoked_certificate' },
  invalid_signature: { error: 'EXT_provider_flow_failed', cause: 'MID_invalid_signature' },
  outstanding_transaction: { error: 'EXT_provider_flow_failed', cause: 'MID_outstanding_transaction' },
  expired_token: { error: 'expired_token' },
  invalid_token: { error: 'invalid_token' },
} as const satisfies Record<string, Refusal>

export const mabRefusalKinds = Object.keys(mabRefusals) as (keyof typeof mabRefusals)[]
export const mabFaults = [
  'timeout',
  'status_503',
  'refused',
  'user_cancel',
  'foreign_audience',
  /** The token names no consent. */
  'no_consent',
  ...mabRefusalKinds,
  ...tamperingModes,
] as const

/** The code of the cause is in `error_cause`; the description is for people and names no code. */
export function errorOf({ error, cause, description = 'The request was refused' }: Refusal): object {
  return {
    error,
    error_description: description,
    ...(cause ? { error_cause: cause } : {}),
    transaction_id: transactionId(),
  }
}

/** Every documented refusal has status 400. */
export const refuse = (reply: FastifyReply, refusal: Refusal): FastifyReply =>
  reply.code(400).send(errorOf(refusal))

export const transactionId = (): string => randomUUID().slice(0, 6).toUpperCase()
