import { tamperingModes } from '../tampering-modes.ts'

const oasis = 'urn:oasis:names:tc:dss:1.0'
const requester = `${oasis}:resultmajor:RequesterError`
const responder = `${oasis}:resultmajor:ResponderError`
const subsystem = 'http://ais.swisscom.ch/1.0/resultmajor/SubsystemError'
const minor = (name: string): string => `http://ais.swisscom.ch/1.0/resultminor/${name}`
const stepUp = (name: string): string => `http://ais.swisscom.ch/1.1/resultminor/subsystem/StepUp/${name}`

export type Result = {
  major: string
  minor?: string
  message?: string
  /** Of `sc.StepUpAuthorisationInfo`. */
  stepUp?: object
}

export const success: Result = { major: `${oasis}:resultmajor:Success` }
export const pending: Result = { major: `${oasis}:profiles:asynchronousprocessing:resultmajor:Pending` }

/** Answers to `sign`. */
export const refusals = {
  authentication_failed: { major: requester, minor: minor('AuthenticationFailed') },
  cant_serve_timely: { major: responder, minor: minor('CantServeTimely') },
  insufficient_data: { major: requester, minor: minor('InsufficientData') },
  missing_mobile: { major: requester, minor: minor('InsufficientData'), message: '<MSISDN> is missing' },
  service_inactive: { major: responder, minor: minor('ServiceInactive') },
  signature_error: { major: responder, minor: minor('SignatureError') },
  timestamp_error: { major: responder, minor: minor('TimestampError') },
  unexpected_data: { major: requester, minor: minor('UnexpectedData') },
  unknown_customer: { major: requester, minor: minor('UnknownCustomer') },
  unknown_service_entity: { major: requester, minor: minor('UnknownServiceEntity') },
  unsupported_digest_algorithm: { major: requester, minor: minor('UnsupportedDigestAlgorithm') },
  unsupported_profile: { major: requester, minor: minor('UnsupportedProfile') },
  general_error: { major: responder, minor: `${oasis}:resultminor:GeneralError` },
} as const satisfies Record<string, Result>

/** Answers to `pending`: what came of the declaration of will. The serial number is compared only then. */
export const stepUpEnds = {
  serial_number_mismatch: { major: subsystem, minor: stepUp('SerialNumberMismatch') },
  user_cancel: { major: subsystem, minor: stepUp('cancel') },
  step_up_timeout: { major: subsystem, minor: stepUp('timeout') },
  step_up_status: { major: subsystem, minor: stepUp('status') },
  step_up_transport: {
    major: subsystem,
    minor: 'http://ais.swisscom.ch/1.1/resultminor:subsystem/StepUp/transport',
  },
  invalid_password: {
    major: subsystem,
    minor: stepUp('service'),
    message: 'urn:swisscom:names:sas:1.0:status:InvalidPassword',
  },
  invalid_otp: {
    major: subsystem,
    minor: stepUp('service'),
    message: 'urn:swisscom:names:sas:1.0:status:InvalidOtp',
  },
  no_key_found: {
    major: subsystem,
    minor: stepUp('service'),
    message: 'mss:_404',
    stepUp: {
      'sc.MobileIDFault': {
        'sc.Subcode': 'mss:_404',
        'sc.Reason': 'NO_KEY_FOUND',
        'sc.Detail': {
          'ns1.detail': 'The phone has no key to sign with',
          'ns2.UserAssistance': { 'ns2.PortalUrl': 'http://mobileid.example/' },
        },
      },
    },
  },
} as const satisfies Record<string, Result>

const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T)[]
export const refusalKinds = keysOf(refusals)
export const stepUpKinds = keysOf(stepUpEnds)
export const transportKinds = ['timeout', 'status_503', 'refused'] as const

export const aisFaults = [...transportKinds, ...refusalKinds, ...stepUpKinds, ...tamperingModes] as const
