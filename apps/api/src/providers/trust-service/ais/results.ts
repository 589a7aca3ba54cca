import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { StepwiseFailure } from '../stepwise/port.ts'
import type { SignResponse } from './wire.ts'

const oasis = 'urn:oasis:names:tc:dss:1.0'
const success = `${oasis}:resultmajor:Success`
const pending = `${oasis}:profiles:asynchronousprocessing:resultmajor:Pending`

/** The minor results by the last part of their URI: prefixes differ, one of them by a colon. */
const failures: Readonly<Record<string, StepwiseFailure>> = {
  AuthenticationFailed: 'misconfigured',
  CantServeTimely: 'unavailable',
  InsufficientData: 'order_invalid',
  ServiceInactive: 'unavailable',
  SignatureError: 'signing_failed',
  TimestampError: 'unavailable',
  UnexpectedData: 'order_invalid',
  UnknownCustomer: 'misconfigured',
  UnknownServiceEntity: 'misconfigured',
  UnsupportedDigestAlgorithm: 'order_invalid',
  UnsupportedProfile: 'order_invalid',
  GeneralError: 'signing_failed',
  'StepUp/SerialNumberMismatch': 'serial_number_mismatch',
  'StepUp/service': 'mobile_signing_failed',
  'StepUp/status': 'mobile_signing_failed',
  'StepUp/timeout': 'timed_out',
  'StepUp/cancel': 'cancelled',
  'StepUp/transport': 'unavailable',
}

/** Whether it is done or still pending; every other result is thrown as what it means to us. */
export function resultOf({ Result }: SignResponse, service: string): 'success' | 'pending' {
  const { ResultMajor: major, ResultMinor: minor = '', ResultMessage } = Result
  if (major === success) return 'success'
  if (major === pending) return 'pending'
  const message = ResultMessage?.$ ?? ''
  const name = /(?:StepUp\/)?[^/:]+$/.exec(minor)?.[0] ?? ''
  // The one-time code or the password was wrong too often.
  const isWrongCode = name === 'StepUp/service' && /:Invalid(Otp|Password)\b/.test(message)
  const code = isWrongCode ? 'tan_locked' : (failures[name] ?? 'signing_failed')
  // Of the message only its codes are kept: the rest may name the signer.
  const status = /\b(urn:swisscom:names:sas:[\w.:]+|mss:_\d+|MISMATCH_\w+)/.exec(message)?.[0]
  throw new StepwiseSigningFailed(code, service, [minor || major, status].filter(Boolean).join(' '))
}
