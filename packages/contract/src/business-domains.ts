import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, line, plainName } from './values.ts'

/** 7.1.27, 7.1.28: domains of a business, verified by a DNS record; and AES for business, which relies on them. */

/** PENDING: the record is not there yet. VERIFIED: it is. LAPSED: it was, and has been gone for days. */
export const DomainStatus = z.enum(['PENDING', 'VERIFIED', 'LAPSED'])

export const BusinessDomain = z.object({
  domain: z.string(),
  status: DomainStatus,
  /** What has to be in the DNS. */
  record: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
  claimedAt: Instant,
  verifiedAt: z.nullable(Instant),
  checkedAt: z.nullable(Instant),
  /** What the last check found wrong: no such record, another value, no answer, or verified by another business. */
  problem: z.nullable(z.enum(['no_record', 'other_value', 'no_answer', 'taken'])),
  /** Whether people with an email at the domain may join the business without an invitation. */
  join: z.boolean(),
})
export type BusinessDomain = z.infer<typeof BusinessDomain>

const one = z.object({ id: Id })
const named = z.object({ id: Id, domain: line(253, 1) })
const adminsOnly = ['not_found', 'business.not_allowed'] as const

export const listDomains = endpoint({
  name: 'listDomains',
  method: 'GET',
  path: '/v1/businesses/{id}/domains',
  summary: 'List the business’s domains. For administrators.',
  credential: 'user',
  params: one,
  output: z.object({ domains: z.array(BusinessDomain) }),
  errors: adminsOnly,
})

export const addDomain = endpoint({
  name: 'addDomain',
  method: 'POST',
  path: '/v1/businesses/{id}/domains',
  summary: 'Add a domain. It is verified by a DNS record.',
  credential: 'user',
  params: one,
  body: z.object({ domain: line(300, 1) }),
  status: 201,
  output: BusinessDomain,
  errors: [...adminsOnly, 'business.too_many_domains', 'validation.failed'],
})

export const checkDomain = endpoint({
  name: 'checkDomain',
  method: 'POST',
  path: '/v1/businesses/{id}/domains/{domain}/check',
  summary: 'Check the DNS record now. It is also checked automatically.',
  credential: 'user',
  params: named,
  output: BusinessDomain,
  errors: adminsOnly,
})

export const updateDomain = endpoint({
  name: 'updateDomain',
  method: 'PUT',
  path: '/v1/businesses/{id}/domains/{domain}',
  summary: 'Set whether people with an email at a domain can join without an invitation.',
  credential: 'user',
  params: named,
  body: z.object({ join: z.boolean() }),
  output: BusinessDomain,
  errors: [...adminsOnly, 'validation.failed'],
})

export const removeDomain = endpoint({
  name: 'removeDomain',
  method: 'DELETE',
  path: '/v1/businesses/{id}/domains/{domain}',
  summary: 'Remove a domain. People who joined through it remain members.',
  credential: 'user',
  params: named,
  errors: adminsOnly,
})

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
