import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { GivenDate, Id, Instant, Legislation, wholeNumber } from '../values.ts'

/** Signatures and seals of a business, in the shape that clients of this market know. */

const Person = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  type: z.enum(['member', 'external', 'api', 'unknown']),
  /** Not kept: always empty. */
  mobile: z.string(),
})
export type Person = z.infer<typeof Person>

const PaidSignature = z.object({
  id: Id,
  action: z.enum(['SIGNED', 'SEALED']),
  timestamp: Instant,
  signature_request_id: Id,
  business_id_paid_by: Id,
  /** There are no cost centers. */
  cost_center: z.null(),
  /** Whose request it is. */
  initiator: Person,
  signer: Person,
  quality: z.string(),
  legislation: z.nullable(Legislation),
})

export const listPaidSignatures = endpoint({
  name: 'listPaidSignatures',
  method: 'GET',
  path: '/v2/activities/signatures',
  summary: 'List signatures and seals on the business’s requests within a period.',
  credential: 'api-user',
  scope: 'activities',
  query: z.object({
    /** Days in UTC: a time of day is refused, as the answer would have the whole day. */
    start_date: GivenDate,
    /** Included. */
    end_date: GivenDate,
    page: z._default(wholeNumber(1, 1_000_000), 1),
    size: z._default(wholeNumber(1, 100), 25),
    sort: z._default(z.enum(['timestamp', '-timestamp', 'asc', 'desc']), '-timestamp'),
  }),
  output: z.object({
    total_pages: z.int(),
    total_items: z.int(),
    current_page: z.int(),
    size: z.int(),
    activities: z.array(PaidSignature),
  }),
  errors: ['validation.failed'],
})
export const listPaidSignaturesV3 = endpoint({
  ...listPaidSignatures,
  name: 'listPaidSignaturesV3',
  path: '/v3/activities/signatures',
})
