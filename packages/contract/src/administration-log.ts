import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { Paged, Paging } from './templates.ts'
import { GivenDate, Id, Instant, line } from './values.ts'

/** Every administrative action of a business, append-only and chained by hashes, for its admins. */

export const AdministrativeAction = z.object({
  /** Its place in the chain, from 1. */
  seq: z.int(),
  type: z.string(),
  at: Instant,
  /** The account, or the service itself. */
  actor: z.object({ id: z.nullable(Id), name: z.string(), address: z.nullable(z.string()) }),
  /** The details of the action: the values before and after, and the person it concerned. */
  data: z.record(z.string(), z.unknown()),
  previousHash: z.string(),
  hash: z.string(),
})
export type AdministrativeAction = z.infer<typeof AdministrativeAction>

const one = z.object({ id: Id })
const adminsOnly = ['not_found', 'business.not_allowed', 'validation.failed'] as const

export const listAdministration = endpoint({
  name: 'listAdministration',
  method: 'GET',
  path: '/v2/businesses/{id}/administration',
  summary: 'List the administration log, newest first.',
  credential: 'user',
  params: one,
  query: z.object({
    ...Paging,
    type: z.optional(line(50)),
    start_date: z.optional(GivenDate),
    end_date: z.optional(GivenDate),
  }),
  output: z.object({ items: z.array(AdministrativeAction), ...Paged }),
  errors: adminsOnly,
})

export const exportAdministration = endpoint({
  name: 'exportAdministration',
  method: 'GET',
  path: '/v2/businesses/{id}/administration/export',
  summary:
    'Export the administration log as it is hashed, one JSON document per line, so that anyone can verify it.',
  credential: 'user',
  params: one,
  output: binary('application/jsonl'),
  errors: ['not_found', 'business.not_allowed'],
})
