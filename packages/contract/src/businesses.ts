import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './values.ts'

/** 7.1: businesses, as far as they are served. */

export const BusinessRole = z.enum(['admin', 'member'])
export type BusinessRole = z.infer<typeof BusinessRole>

export const BusinessMember = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: BusinessRole,
  joinedAt: Instant,
})
export type BusinessMember = z.infer<typeof BusinessMember>

/** Whose identifications the business pays for: its members', and those of the people its members ask to sign. */
const Coverage = z.object({ payForMembers: z.boolean(), payForInvitations: z.boolean() })

export const BusinessSettings = z.object({
  signatureRequests: z.object({ part11: z.object({ enabled: z.boolean() }) }),
  licenses: z.object({ idents: z.object({ eidas: Coverage, zertes: Coverage }) }),
})
export type BusinessSettings = z.infer<typeof BusinessSettings>

/** What is to change; what is not named stays. A setting that is not there yet is refused, not passed over. */
const coverage = z.optional(
  z.strictObject({
    payForMembers: z.optional(z.boolean()),
    payForInvitations: z.optional(z.boolean()),
  }),
)
const SettingsChange = z.strictObject({
  signatureRequests: z.optional(
    z.strictObject({ part11: z.optional(z.strictObject({ enabled: z.boolean() })) }),
  ),
  licenses: z.optional(
    z.strictObject({ idents: z.optional(z.strictObject({ eidas: coverage, zertes: coverage })) }),
  ),
})
export type SettingsChange = z.infer<typeof SettingsChange>

export const Business = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  createdAt: Instant,
  /** The ids of the accounts. */
  admins: z.array(Id),
  /** All that belong to it and are no admins. */
  members: z.array(Id),
  settings: BusinessSettings,
})
export type Business = z.infer<typeof Business>

const one = z.object({ id: Id })

export const getUserBusiness = endpoint({
  name: 'getUserBusiness',
  method: 'GET',
  path: '/v2/businesses/user',
  summary: 'The business one belongs to, and as what; null of both with a personal account.',
  credential: 'user',
  duringSetup: true,
  output: z.object({ business: z.nullable(Business), role: z.nullable(BusinessRole) }),
})

export const getBusiness = endpoint({
  name: 'getBusiness',
  method: 'GET',
  path: '/v1/businesses/{id}',
  summary: 'A business one belongs to.',
  credential: 'user',
  params: one,
  output: Business,
  errors: ['not_found'],
})

export const getBusinessSettings = endpoint({
  name: 'getBusinessSettings',
  method: 'GET',
  path: '/v1/businesses/{id}/settings',
  summary: 'What a business one belongs to has chosen.',
  credential: 'user',
  params: one,
  output: z.object({ settings: BusinessSettings }),
  errors: ['not_found'],
})

export const updateBusinessSettings = endpoint({
  name: 'updateBusinessSettings',
  method: 'PUT',
  path: '/v1/businesses/{id}/settings',
  summary: 'Change what a business has chosen, as one of its admins.',
  credential: 'user',
  params: one,
  body: z.object({ settings: SettingsChange }),
  output: z.object({ settings: BusinessSettings }),
  errors: ['not_found', 'business.not_allowed', 'validation.failed'],
})

export const listBusinessAdmins = endpoint({
  name: 'listBusinessAdmins',
  method: 'GET',
  path: '/v1/businesses/{id}/admins',
  summary: 'The admins of a business one belongs to.',
  credential: 'user',
  params: one,
  output: z.object({ admins: z.array(BusinessMember) }),
  errors: ['not_found'],
})

export const listBusinessMembers = endpoint({
  name: 'listBusinessMembers',
  method: 'GET',
  path: '/v1/businesses/{id}/members',
  summary: 'The people of a business one belongs to that are not its admins.',
  credential: 'user',
  params: one,
  output: z.object({ members: z.array(BusinessMember) }),
  errors: ['not_found'],
})
