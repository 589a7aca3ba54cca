import * as z from 'zod/mini'
import { accountActions } from './account-actions.ts'
import { binary, endpoint } from './endpoint.ts'
import { Paged as PagedList, Paging } from './templates.ts'
import { Day, GivenDay, Id, Instant, Legislation, line, searchText } from './values.ts'

/** 7.10.1 to 7.10.5 and 7.1.35: activity of a business as lists, exports and statistics, for its admins. */

/** The last day is included. */
const range = { start_date: z.optional(GivenDay), end_date: z.optional(GivenDay) }
/** A search counts no further than 200: there may be more. */
const Paged = { ...PagedList, total_is_capped: z.boolean() }
const paging = { ...Paging, search: z.optional(searchText(200)) }
const one = z.object({ id: Id })
const adminsOnly = ['not_found', 'business.not_allowed', 'validation.failed'] as const

const Who = z.object({ id: z.nullable(Id), name: z.string(), email: z.nullable(z.string()) })

export const AccountAction = z.enum(accountActions)
export type AccountAction = z.infer<typeof AccountAction>

export const AccountActivity = z.object({
  id: Id,
  action: AccountAction,
  timestamp: Instant,
  /** Who did it. */
  initiator: z.nullable(Who),
  /** To whom. */
  account: Who,
})
export type AccountActivity = z.infer<typeof AccountActivity>

export const SignatureActivity = z.object({
  id: Id,
  action: z.enum(['SIGNED', 'SEALED']),
  timestamp: Instant,
  signature_request_id: Id,
  /** Null once it is deleted. */
  title: z.nullable(z.string()),
  /** Whose request it is. */
  initiator: Who,
  signer: z.object({
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    type: z.enum(['member', 'external', 'api', 'unknown']),
  }),
  quality: z.string(),
  legislation: z.nullable(Legislation),
})
export type SignatureActivity = z.infer<typeof SignatureActivity>

export const IdentificationActivity = z.object({
  id: Id,
  action: z.enum(['STARTED', 'SUCCEEDED', 'FAILED']),
  timestamp: Instant,
  person: z.object({ name: z.string(), email: z.nullable(z.string()), type: z.enum(['member', 'external']) }),
  legislation: Legislation,
  method: z.string(),
  /** Whether the business pays for it. */
  covered: z.boolean(),
})
export type IdentificationActivity = z.infer<typeof IdentificationActivity>

const sorted = (...by: [string, ...string[]]) =>
  z._default(z.enum(by.flatMap((name) => [name, `-${name}`]) as [string, ...string[]]), `-${by[0]}`)

export const listAccountActivities = endpoint({
  name: 'listAccountActivities',
  method: 'GET',
  path: '/v2/businesses/{id}/activities/accounts',
  summary: 'List account activity: who joined, left or changed roles.',
  credential: 'user',
  params: one,
  query: z.object({ ...paging, ...range, sort: sorted('timestamp'), action: z.optional(AccountAction) }),
  output: z.object({ items: z.array(AccountActivity), ...Paged }),
  errors: adminsOnly,
})

export const listSignatureActivities = endpoint({
  name: 'listSignatureActivities',
  method: 'GET',
  path: '/v2/businesses/{id}/activities/signatures',
  summary: 'List signatures and seals on the requests of the business’s members.',
  credential: 'user',
  params: one,
  query: z.object({
    ...paging,
    ...range,
    sort: sorted('timestamp'),
    action: z.optional(z.enum(['SIGNED', 'SEALED'])),
    quality: z.optional(line(20)),
    initiator: z.optional(Id),
  }),
  output: z.object({ items: z.array(SignatureActivity), ...Paged }),
  errors: adminsOnly,
})

export const listIdentificationActivities = endpoint({
  name: 'listIdentificationActivities',
  method: 'GET',
  path: '/v2/businesses/{id}/activities/identifications',
  summary: 'List identity verifications of the business’s members and their signers.',
  credential: 'user',
  params: one,
  query: z.object({
    ...paging,
    ...range,
    sort: sorted('timestamp'),
    action: z.optional(z.enum(['STARTED', 'SUCCEEDED', 'FAILED'])),
    legislation: z.optional(Legislation),
  }),
  output: z.object({ items: z.array(IdentificationActivity), ...Paged }),
  errors: adminsOnly,
})

/** One row per event (if omitted), or one per day, month, member or quality with its count. */
const grouped = z.object({ ...range, group_by: z.optional(z.enum(['day', 'month', 'member', 'quality'])) })

export const exportSignatureActivities = endpoint({
  name: 'exportSignatureActivities',
  method: 'GET',
  path: '/v2/businesses/{id}/activities/signatures/export',
  summary: 'Export the list as CSV (RFC 4180), with a byte order mark for spreadsheets.',
  credential: 'user',
  params: one,
  query: grouped,
  output: binary('text/csv'),
  errors: adminsOnly,
})

export const exportIdentificationActivities = endpoint({
  name: 'exportIdentificationActivities',
  method: 'GET',
  path: '/v2/businesses/{id}/activities/identifications/export',
  summary: 'Export the list as CSV (RFC 4180), with a byte order mark for spreadsheets.',
  credential: 'user',
  params: one,
  query: grouped,
  output: binary('text/csv'),
  errors: adminsOnly,
})

export const Statistics = z.object({
  start_date: Day,
  end_date: Day,
  /** What one column of `signatures` stands for. */
  step: z.enum(['day', 'week', 'month']),
  /** One entry per step, including those with zero. */
  signatures: z.array(z.object({ from: Day, total: z.int(), by_quality: z.record(z.string(), z.int()) })),
  /** Of the requests completed in the period, in seconds from sending; null if there are none. */
  time_to_complete: z.object({
    completed: z.int(),
    median_seconds: z.nullable(z.number()),
    p90_seconds: z.nullable(z.number()),
  }),
  /** As it is now. */
  requests: z.object({
    open: z.int(),
    /** Expire within 7 days. */
    due_soon: z.int(),
    /** Expired in the period without being completed. */
    overdue: z.int(),
    completed: z.int(),
  }),
  /** Who requested how many, the most first, at most 50. */
  by_member: z.array(z.object({ id: Id, name: z.string(), sent: z.int(), signed: z.int() })),
  members: z.object({ total: z.int(), admins: z.int(), invited: z.int(), locked: z.int() }),
})
export type Statistics = z.infer<typeof Statistics>

export const getStatistics = endpoint({
  name: 'getStatistics',
  method: 'GET',
  path: '/v2/businesses/{id}/statistics',
  summary: 'Get a business’s statistics, by default for the last 30 days.',
  credential: 'user',
  params: one,
  query: z.object(range),
  output: Statistics,
  errors: adminsOnly,
})
