import type { StepwiseFailure } from '../stepwise/port.ts'

/** Errors and causes of the broker (RAX), of its providers (EXT) and of Mobile ID (MID). */
export const meanings: Readonly<Record<string, StepwiseFailure>> = {
  RAX_identification_required: 'identification_required',
  RAX_no_evidence_for_user: 'identification_required',
  RAX_invalid_jurisdiction: 'identification_required',
  RAX_invalid_consent_serial_number: 'serial_number_mismatch',
  EXT_invalid_authentication_device: 'mobile_signing_failed',
  EXT_provider_flow_failed: 'mobile_signing_failed',
  MID_revoked_certificate: 'mobile_signing_failed',
  MID_invalid_signature: 'mobile_signing_failed',
  MID_outstanding_transaction: 'mobile_signing_failed',
}
