import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './values.ts'

/** Auto-deletion: what an account owns is deleted a number of days after it was created, or after it ended. */

export const RetentionRule = z.object({
  enabled: z.boolean(),
  days: z.nullable(z.int()),
  /**
   * Whether the days are counted from the end of a request (signed, declined, withdrawn, expired) or from its
   * beginning.
   */
  terminal_state: z.nullable(z.boolean()),
  activated_at: z.nullable(Instant),
  /** Whose rule it is, where it is that of one's business: it can be changed by its admins alone. */
  business: z.nullable(z.string()),
  /** How many requests are under it, this rule or an earlier one, and not deleted yet. */
  requests: z.int(),
})
export type RetentionRule = z.infer<typeof RetentionRule>

export const getRetention = endpoint({
  name: 'getRetention',
  method: 'GET',
  path: '/v3/user/retention',
  summary: 'Get the account’s auto-deletion rule.',
  credential: 'user',
  output: RetentionRule,
})

export const activateRetention = endpoint({
  name: 'activateRetention',
  method: 'PUT',
  path: '/v3/user/retention',
  summary:
    'Turn on auto-deletion for new requests after a number of days; with `existing`, also for existing ones, in a week at the earliest.',
  credential: 'user',
  body: z.object({
    days: z.int().check(z.minimum(30), z.maximum(3650)),
    terminal_state: z.boolean(),
    existing: z._default(z.boolean(), false),
  }),
  output: RetentionRule,
  errors: ['validation.failed', 'retention.set_by_business'],
})

export const deactivateRetention = endpoint({
  name: 'deactivateRetention',
  method: 'POST',
  path: '/v3/user/retention/deactivate',
  summary: 'Turn off auto-deletion for new requests. With `release`, also for requests already covered.',
  credential: 'user',
  body: z.object({ release: z.boolean() }),
  output: RetentionRule,
  errors: ['validation.failed', 'retention.set_by_business'],
})
