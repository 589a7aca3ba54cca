import * as z from 'zod/mini'
import { MonthOfUsage, UsageByQuality } from './billing-shapes.ts'
import { endpoint } from './endpoint.ts'
import { ofBusiness, one } from './orders.ts'
import { Instant } from './values.ts'

export const getUsage = endpoint({
  name: 'getUsage',
  method: 'GET',
  path: '/v2/businesses/{id}/subscriptions/usage',
  summary: 'Get this month’s usage against the plan’s allowance, the last 12 months, and seats.',
  credential: 'user',
  params: one,
  output: z.object({
    period: z.object({ startAt: Instant, endAt: Instant }),
    seats: z.object({ total: z.nullable(z.int()), used: z.int() }),
    signatures: UsageByQuality,
    months: z.array(MonthOfUsage),
  }),
  errors: [...ofBusiness],
})

/** What a personal account may use. */
export const getOwnUsage = endpoint({
  name: 'getOwnUsage',
  method: 'GET',
  path: '/v1/user/usage',
  summary: 'Get a personal account’s usage this month.',
  credential: 'user',
  duringSetup: true,
  output: z.object({
    /** Null: the installation has no billing, or the account belongs to a business. */
    plan: z.nullable(z.enum(['free_legacy', 'free_new'])),
    uploads: z.boolean(),
    included: z.nullable(z.int()),
    used: z.int(),
    renewsAt: z.nullable(Instant),
    /** The free plan changes for this account: the dialog of the free migration. */
    migration: z.boolean(),
  }),
})

export const acceptFreeMigration = endpoint({
  name: 'acceptFreeMigration',
  method: 'POST',
  path: '/v1/user/free-migration',
  summary: 'Switch to the new free plan.',
  credential: 'user',
  duringSetup: true,
  output: getOwnUsage.output,
  errors: ['billing.not_configured', 'not_found'],
})
