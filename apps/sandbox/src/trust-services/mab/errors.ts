import { tamperingModes } from '../tampering-modes.ts'

/** Refusals of the token call and of signing, as error and its cause. */
export const mabRefusals = {
  invalid_client: { status: 401, error: 'invalid_client' },
  identification_required: {
    status: 400,
    error: 'RAX_identification_required',
    cause: 'RAX_no_evidence_for_user',
  },
  invalid_jurisdiction: {
    status: 400,
    error: 'RAX_identification_required',
    cause: 'RAX_invalid_jurisdiction',
  },
  serial_number_mismatch: {
    status: 400,
    error: 'RAX_identification_required',
    cause: 'RAX_invalid_consent_serial_number',
  },
  invalid_authentication_device: { status: 400, error: 'EXT_invalid_authentication_device' },
  revoked_certificate: {
    status: 400,
    error: 'EXT_provider_flow_failed',
    cause: 'MID_revoked_certificate',
  },
  invalid_signature: { status: 400, error: 'EXT_provider_flow_failed', cause: 'MID_invalid_signature' },
  outstanding_transaction: {
    status: 400,
    error: 'EXT_provider_flow_failed',
    cause: 'MID_outstanding_transaction',
  },
  expired_token: { status: 400, error: 'expired_token' },
  invalid_token: { status: 400, error: 'invalid_token' },
} as const

export const mabRefusalKinds = Object.keys(mabRefusals) as (keyof typeof mabRefusals)[]
export const mabFaults = [
  'timeout',
  'status_503',
  'refused',
  'user_cancel',
  'foreign_audience',
  ...mabRefusalKinds,
  ...tamperingModes,
] as const
