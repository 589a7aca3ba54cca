import * as z from 'zod/mini'
import { endpoint, type Method } from './endpoint.ts'
import type { ErrorKey } from './errors.ts'
import { Phone } from './phone.ts'
import { Email, Id, Instant, Language, Legislation, plainName } from './values.ts'

/** 7.7: identity verification. srs verifies for EIDAS, intrum for ZERTES, ID Austria for EIDAS. */

/** As the screens call them; on the wire `self` is robo and `auto` is autoident. `loc` is an appointment at an office, `external-sc` a smart card the person has already. */
export const IdentificationMethod = z.enum(['video', 'self', 'auto', 'id-austria', 'loc', 'external-sc'])
export type IdentificationMethod = z.infer<typeof IdentificationMethod>

/**
 * `success` once it opens a quality; until the trust service’s terms are accepted and a mobile number is known it is
 * shown as activatingQES.
 */
export const AppointmentStatus = z.enum(['initialized', 'inprogress', 'activatingQES', 'success', 'failure'])
export type AppointmentStatus = z.infer<typeof AppointmentStatus>

/**
 * Why it is none, or none any longer. The last three are ours: the provider would not do it; it ran out (five years, or
 * the document’s end); the means of approval is another than at the identification.
 */
export const IdentificationFailureCode = z.enum([
  'cancelled',
  'aborted',
  'document_rejected',
  'document_expired',
  'not_identified',
  'fraud_suspected',
  'level_too_low',
  'timed_out',
  'provider_failed',
  'expired',
  'means_changed',
])
export type IdentificationFailureCode = z.infer<typeof IdentificationFailureCode>

/** The verified details, shown to the person themselves. */
export const IdentificationEvidence = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.nullable(z.string()),
  /** Two letters, as far as the provider tells. */
  country: z.nullable(z.string()),
  /** E.164; what signatures are approved with. */
  mobile: z.nullable(z.string()),
  /** Whether the provider verified that number: then another number requires another verification. */
  isMobileVerified: z.boolean(),
  /** The level of the signatures it enables. */
  level: z.enum(['QES', 'AES']),
  documentType: z.enum(['passport', 'identity_card', 'residence_permit', 'driving_licence', 'eid', 'other']),
  documentCountry: z.string(),
  /** 2030-12-31 */
  documentValidUntil: z.nullable(z.string()),
  /** The identified name is another than the account’s or the one the sender gave: the certificate bears the identified one. */
  nameDiffers: z.boolean(),
})

export const Identification = z.object({
  id: Id,
  legislation: Legislation,
  method: IdentificationMethod,
  provider: z.enum(['srs', 'intrum', 'id-austria']),
  appointmentStatus: AppointmentStatus,
  /** Nothing is left to do at the provider, where someone looks at it. */
  isUnderReview: z.boolean(),
  /** Where to continue with it; null once there is nothing left to do there. */
  identUrl: z.nullable(z.string()),
  failure: z.nullable(z.object({ code: IdentificationFailureCode, isRetryable: z.boolean() })),
  startedAt: Instant,
  finishedAt: z.nullable(Instant),
  /** Five years after the identification, or when the document ends that was shown. */
  validUntil: z.nullable(Instant),
  /** In progress, activatingQES included: a person continues with it, or cancels it to begin another. */
  isOngoing: z.boolean(),
  /** What activatingQES still waits for. */
  missing: z.array(z.enum(['terms', 'mobile'])),
  evidence: z.nullable(IdentificationEvidence),
})
export type Identification = z.infer<typeof Identification>

/** The newest of one method; all null where there is none. */
export const IdentInfo = z.object({
  appointmentStatus: z.nullable(AppointmentStatus),
  identUrl: z.nullable(z.string()),
  identification: z.nullable(Identification),
})
export type IdentInfo = z.infer<typeof IdentInfo>

const identifications = z.object({ identifications: z.array(Identification) })
const coverageOf = z.object({ covered: z.boolean(), methods: z.array(IdentificationMethod) })
export const Coverage = z.object({ eidas: coverageOf, zertes: coverageOf })
export type Coverage = z.infer<typeof Coverage>

/**
 * The person to verify. Fields that are omitted are taken from the account, or from what the sender entered for the
 * signer.
 */
const Person = {
  firstName: z.optional(plainName(100, 1)),
  lastName: z.optional(plainName(100, 1)),
  mobile: z.optional(Phone),
}

type Provider = 'srs' | 'intrum' | 'id-austria'

const createErrors = [
  'validation.failed',
  'not_found',
  'feature.unavailable',
  'identification.not_covered',
  'rate.exceeded',
  'service.unavailable',
] as const satisfies ErrorKey[]

function path(direct: boolean, provider: Provider, option: string): string {
  return `/v1/${direct ? 'direct/' : ''}user/identification/${[provider, option].filter(Boolean).join('/')}`
}

function common<const By extends 'user' | 'direct'>(
  act: [method: Method, verb: string],
  by: By,
  of: [provider: Provider, option: string],
) {
  const [method, verb] = act
  const name = [verb, ...of.flatMap((part) => part.split('-')), by === 'direct' ? 'direct' : '']
    .map((part, index) => (index === 0 ? part : part.slice(0, 1).toUpperCase() + part.slice(1)))
    .join('')
  return { name, method, path: path(by === 'direct', ...of), credential: by }
}

/** The three calls of one identity verification method. */
function callsOf<const By extends 'user' | 'direct'>(by: By, ...of: [provider: Provider, option: string]) {
  const linked: ErrorKey[] = by === 'direct' ? ['auth.link_invalid'] : []
  return {
    create: endpoint({
      ...common(['POST', 'create'], by, of),
      summary:
        'Start an identity verification. If one is in progress under the same legislation, it is returned.',
      body: z.object({
        /** The signature it is needed for: the sender’s business may then pay. */
        signatureRequestId: z.optional(Id),
        /** The language of the provider's pages; by default the person's known language. */
        language: z.optional(Language),
        ...Person,
      }),
      output: Identification,
      errors: [...createErrors, ...linked],
    }),
    get: endpoint({
      ...common(['GET', 'get'], by, of),
      summary: 'Get the latest identity verification by this method.',
      output: IdentInfo,
      errors: linked,
    }),
    remove: endpoint({
      ...common(['DELETE', 'delete'], by, of),
      summary: 'Cancel an identity verification that can’t be signed with yet, or delete a failed one.',
      body: z.object({ email: Email }),
      errors: ['validation.failed', 'not_found', 'identification.succeeded', ...linked],
    }),
  }
}

const user = {
  eidas: {
    video: callsOf('user', 'srs', 'video'),
    self: callsOf('user', 'srs', 'robo'),
    externalSc: callsOf('user', 'srs', 'external-sc'),
  },
  zertes: {
    video: callsOf('user', 'intrum', 'video'),
    auto: callsOf('user', 'intrum', 'autoident'),
    loc: callsOf('user', 'intrum', 'loc'),
    externalSc: callsOf('user', 'intrum', 'external-sc'),
  },
  idAustria: callsOf('user', 'id-austria', ''),
}
const direct = {
  eidas: {
    video: callsOf('direct', 'srs', 'video'),
    self: callsOf('direct', 'srs', 'robo'),
    externalSc: callsOf('direct', 'srs', 'external-sc'),
  },
  zertes: {
    video: callsOf('direct', 'intrum', 'video'),
    auto: callsOf('direct', 'intrum', 'autoident'),
    loc: callsOf('direct', 'intrum', 'loc'),
    externalSc: callsOf('direct', 'intrum', 'external-sc'),
  },
  idAustria: callsOf('direct', 'id-austria', ''),
}

/** The calls of each method, by legislation and method as the screens call them. */
export const identificationCalls = { user, direct }

export const { create: createSrsVideo, get: getSrsVideo, remove: deleteSrsVideo } = user.eidas.video
export const { create: createSrsRobo, get: getSrsRobo, remove: deleteSrsRobo } = user.eidas.self
export const { create: createIntrumVideo, get: getIntrumVideo, remove: deleteIntrumVideo } = user.zertes.video
export const {
  create: createIntrumAutoident,
  get: getIntrumAutoident,
  remove: deleteIntrumAutoident,
} = user.zertes.auto
export const {
  create: createSrsExternalSc,
  get: getSrsExternalSc,
  remove: deleteSrsExternalSc,
} = user.eidas.externalSc
/** Its `identUrl` leads to the office's page, where an appointment is booked. */
export const { create: createIntrumLoc, get: getIntrumLoc, remove: deleteIntrumLoc } = user.zertes.loc
export const {
  create: createIntrumExternalSc,
  get: getIntrumExternalSc,
  remove: deleteIntrumExternalSc,
} = user.zertes.externalSc
/**
 * Its `identUrl` leads to the Austrian eID, which leads back to the page id-austria-success with a query; that page hands
 * the query to `returnIdAustria`.
 */
export const { create: createIdAustria, get: getIdAustria, remove: deleteIdAustria } = user.idAustria

export const {
  create: createSrsVideoDirect,
  get: getSrsVideoDirect,
  remove: deleteSrsVideoDirect,
} = direct.eidas.video
export const {
  create: createSrsRoboDirect,
  get: getSrsRoboDirect,
  remove: deleteSrsRoboDirect,
} = direct.eidas.self
export const {
  create: createIntrumVideoDirect,
  get: getIntrumVideoDirect,
  remove: deleteIntrumVideoDirect,
} = direct.zertes.video
export const {
  create: createIntrumAutoidentDirect,
  get: getIntrumAutoidentDirect,
  remove: deleteIntrumAutoidentDirect,
} = direct.zertes.auto
export const {
  create: createSrsExternalScDirect,
  get: getSrsExternalScDirect,
  remove: deleteSrsExternalScDirect,
} = direct.eidas.externalSc
export const {
  create: createIntrumLocDirect,
  get: getIntrumLocDirect,
  remove: deleteIntrumLocDirect,
} = direct.zertes.loc
export const {
  create: createIntrumExternalScDirect,
  get: getIntrumExternalScDirect,
  remove: deleteIntrumExternalScDirect,
} = direct.zertes.externalSc
export const {
  create: createIdAustriaDirect,
  get: getIdAustriaDirect,
  remove: deleteIdAustriaDirect,
} = direct.idAustria

export const returnIdAustria = endpoint({
  name: 'returnIdAustria',
  method: 'POST',
  path: '/v1/user/identification/id-austria/return',
  summary: 'Continue after the browser returns from ID Austria.',
  credential: 'user',
  /** The query it came back with, as it is in the address. */
  body: z.object({ query: z.string().check(z.maxLength(8000)) }),
  output: Identification,
  errors: ['not_found', 'service.unavailable', 'rate.exceeded'],
})

export const returnIdAustriaDirect = endpoint({
  ...returnIdAustria,
  name: 'returnIdAustriaDirect',
  path: '/v1/direct/user/identification/id-austria/return',
  credential: 'direct',
  errors: [...returnIdAustria.errors, 'auth.link_invalid'],
})

export const listIdentifications = endpoint({
  name: 'listIdentifications',
  method: 'GET',
  path: '/v1/user/identification',
  summary: 'List the account’s identity verifications, newest first.',
  credential: 'user',
  output: identifications,
})

export const listIdentificationsDirect = endpoint({
  ...listIdentifications,
  name: 'listIdentificationsDirect',
  path: '/v1/direct/user/identification',
  summary: 'List the identity verifications for this signature, newest first.',
  credential: 'direct',
  errors: ['auth.link_invalid'],
})

export const getCoverage = endpoint({
  name: 'getCoverage',
  method: 'GET',
  path: '/v1/user/identification/coverage',
  summary: 'Get for which legislation identity verification is paid for, and the available methods.',
  credential: 'user',
  query: z.object({ signatureRequestId: z.optional(Id) }),
  output: Coverage,
  errors: ['not_found'],
})

export const getCoverageDirect = endpoint({
  name: 'getCoverageDirect',
  method: 'GET',
  path: '/v1/direct/user/identification/coverage',
  summary: 'Get for which legislation the sender’s business pays, and the available methods.',
  credential: 'direct',
  output: Coverage,
  errors: ['auth.link_invalid'],
})

const connected = z.object({
  /** Open to everybody. */
  free: z.array(IdentificationMethod),
  /** Open where a business pays. */
  covered: z.array(IdentificationMethod),
})

export const listIdentificationMethods = endpoint({
  name: 'listIdentificationMethods',
  method: 'GET',
  path: '/v1/identification/methods',
  summary: 'List the identity verification methods of this installation.',
  credential: 'none',
  output: z.object({ eidas: connected, zertes: connected }),
})

export const payForIdentification = endpoint({
  name: 'payForIdentification',
  method: 'POST',
  path: '/v1/user/identification/payment/{subject}',
  summary: 'Check whether identity verification is paid for, by legislation or for a signature request.',
  credential: 'user',
  params: z.object({ subject: z.union([z.enum(['eidas', 'zertes', 'EIDAS', 'ZERTES']), Id]) }),
  body: z.object({ signatureRequestId: z.optional(Id) }),
  output: z.object({ covered: z.boolean() }),
  errors: ['not_found'],
})

export const getIdentificationPaymentDirect = endpoint({
  name: 'getIdentificationPaymentDirect',
  method: 'GET',
  path: '/v1/direct/user/identification/payment/{srId}',
  summary: 'Check whether the sender’s business pays for the identity verification this request requires.',
  credential: 'direct',
  params: z.object({ srId: Id }),
  output: z.object({ covered: z.boolean() }),
  errors: ['not_found', 'auth.link_invalid'],
})

export const getIdentMethod = endpoint({
  name: 'getIdentMethod',
  method: 'GET',
  path: '/v3/signature-requests/{id}/signatures/{sigId}/ident-method',
  summary: 'Get how the signer verifies their identity for this signature. Only for the signer.',
  credential: 'user-or-direct',
  params: z.object({ id: Id, sigId: Id }),
  output: z.object({
    /** Null if the quality doesn't require identity verification under one particular legislation. */
    legislation: z.nullable(Legislation),
    /** The quality requires identity verification, and the signer has no valid one. */
    required: z.boolean(),
    covered: z.boolean(),
    methods: z.array(IdentificationMethod),
    /** The one in progress, or the newest under the legislation. */
    identification: z.nullable(Identification),
  }),
  errors: ['not_found', 'auth.link_invalid'],
})

/** An account does the same by `acceptTerms`, `{tou_swisscom: true}`. */
export const acceptTermsDirect = endpoint({
  name: 'acceptTermsDirect',
  method: 'POST',
  path: '/v1/direct/user/accept',
  summary: 'Accept the trust service’s terms for this signature, as a signer who came by link.',
  credential: 'direct',
  body: z.object({ tou_swisscom: z.literal(true) }),
  output: identifications,
  errors: ['not_found'],
})

export const adoptIdentifiedName = endpoint({
  name: 'adoptIdentifiedName',
  method: 'POST',
  path: '/v1/user/identification/{id}/take-over-name',
  summary: 'Change the account’s name to the verified one. Certificates always show the verified name.',
  credential: 'user',
  params: z.object({ id: Id }),
  output: Identification,
  errors: ['not_found'],
})

/** Its signature is over the body’s bytes as they came, each provider in its own way. */
export const receiveIdentificationWebhook = endpoint({
  name: 'receiveIdentificationWebhook',
  method: 'POST',
  path: '/v1/identification/webhooks/{provider}',
  summary:
    'Receive an identity verification webhook. Its signature is verified, or the state is fetched from the provider.',
  credential: 'none',
  params: z.object({ provider: z.string().check(z.minLength(1), z.maxLength(40)) }),
  body: z.unknown(),
  errors: ['not_found', 'rate.exceeded'],
})
