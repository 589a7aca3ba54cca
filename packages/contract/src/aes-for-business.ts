import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, line, plainName } from './values.ts'

/** AES for business: it vouches for the people at its verified domains. */

const one = z.object({ id: Id })
const adminsOnly = ['not_found', 'business.not_allowed'] as const

/** OFF: not requested. WAITING: the representative was emailed and hasn't confirmed. ON: confirmed. */
export const AesForBusiness = z.object({
  status: z.enum(['OFF', 'WAITING', 'ON']),
  enabled: z.boolean(),
  representativeName: z.nullable(z.string()),
  representativeEmail: z.nullable(z.string()),
  commercialRegister: z.nullable(z.string()),
  /** Verified domains whose emails replace a mobile number. */
  domains: z.array(z.string()),
  /** Those in force now: a new request changes them once it is confirmed. */
  inForce: z.array(z.string()),
  askedAt: z.nullable(Instant),
  /** When the representative’s link expires, while it is waiting. */
  expiresAt: z.nullable(Instant),
  confirmedAt: z.nullable(Instant),
})
export type AesForBusiness = z.infer<typeof AesForBusiness>

export const getAesForBusiness = endpoint({
  name: 'getAesForBusiness',
  method: 'GET',
  path: '/v1/businesses/{id}/aes-for-business',
  summary:
    'Get whether a business vouches for its people, who can then use advanced signatures with an emailed code.',
  credential: 'user',
  params: one,
  output: AesForBusiness,
  errors: adminsOnly,
})

export const askForAesForBusiness = endpoint({
  name: 'askForAesForBusiness',
  method: 'PUT',
  path: '/v1/businesses/{id}/aes-for-business',
  summary: 'Request or change advanced signatures for the business. Its representative confirms by email.',
  credential: 'user',
  params: one,
  body: z.object({
    representativeName: plainName(100, 1),
    representativeEmail: Email,
    /** The entry in the commercial register: its number, and of which register. */
    commercialRegister: line(100, 1),
    domains: z.array(line(253, 1)).check(z.minLength(1), z.maxLength(50)),
  }),
  output: AesForBusiness,
  errors: [...adminsOnly, 'validation.failed', 'rate.exceeded'],
})

export const endAesForBusiness = endpoint({
  name: 'endAesForBusiness',
  method: 'DELETE',
  path: '/v1/businesses/{id}/aes-for-business',
  summary: 'Turn off advanced signatures for the business.',
  credential: 'user',
  params: one,
  output: AesForBusiness,
  errors: adminsOnly,
})

/** What the representative is asked to confirm, identified by the secret in the email. */
export const getAesConfirmation = endpoint({
  name: 'getAesConfirmation',
  method: 'POST',
  path: '/v2/aes-for-business/valid-confirmation',
  summary: 'Get what a business’s representative is asked to confirm.',
  credential: 'none',
  body: z.object({ token: line(200, 1) }),
  output: z.object({
    business: z.string(),
    representativeName: z.string(),
    commercialRegister: z.string(),
    domains: z.array(z.string()),
  }),
  errors: ['confirmation.invalid'],
})

export const confirmAesForBusiness = endpoint({
  name: 'confirmAesForBusiness',
  method: 'POST',
  path: '/v2/aes-for-business/confirm',
  summary:
    'Confirm, as the representative, that the business vouches for people with an email at its domains.',
  credential: 'none',
  body: z.object({ token: line(200, 1) }),
  errors: ['confirmation.invalid'],
})
