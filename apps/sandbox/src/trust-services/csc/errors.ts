export const cscRefusals = {
  invalid_client: { status: 401, error: 'invalid_client' },
  invalid_pin: { status: 400, error: 'invalid_pin' },
  invalid_otp: { status: 400, error: 'invalid_otp' },
  expired_sad: { status: 400, error: 'invalid_request', error_description: 'The SAD is expired' },
} as const

export const cscFaults = [
  'timeout',
  'status_503',
  'refused',
  'invalid_client',
  'no_credential',
  'user_cancel',
  'invalid_pin',
  'invalid_otp',
  'expired_sad',
  'bad_signature',
  'wrong_digest',
  'wrong_quality',
] as const
