import * as z from 'zod/mini'
import { BusinessRole, PublicInformation } from './businesses.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, line } from './values.ts'

/** 7.1.27, 7.1.28: domains of a business, verified by a DNS record, and how people join by them. */

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

/** A business that has verified the domain of the account's email, and lets people join. */
export const JoinableBusiness = z.object({ business: PublicInformation, domain: line(253) })
export type JoinableBusiness = z.infer<typeof JoinableBusiness>

export const listJoinableBusinesses = endpoint({
  name: 'listJoinableBusinesses',
  method: 'GET',
  path: '/v2/user/joinable-businesses',
  summary: 'List the businesses the account can join because of its email’s domain.',
  credential: 'user',
  output: z.object({ businesses: z.array(JoinableBusiness) }),
})

export const joinBusiness = endpoint({
  name: 'joinBusiness',
  method: 'POST',
  path: '/v2/businesses/{id}/join',
  summary: 'Join a business as a member.',
  credential: 'user',
  params: one,
  output: z.object({ businessId: Id, role: BusinessRole }),
  errors: ['not_found', 'business.already_member', 'business.no_seat', 'service.unavailable'],
})
