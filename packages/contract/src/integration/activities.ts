import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { GivenDay, Id, Instant, Legislation, wholeNumber } from '../values.ts'

/** Signatures and seals of a business, in the shape that clients of this market know. */

/** As clients of this market read it: what we do not know of a signature is null. */
const PaidSignature = z.object({
  id: Id,
  action: z.enum(['SIGNED', 'SEALED']),
  timestamp: Instant,
  signature_request_id: Id,
  business_id_paid_by: Id,
  cost_center: z.null(),
  /** The email of whose request it is. */
  initiator: z.nullable(z.string()),
  signer: z.object({
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    type: z.enum(['member', 'external', 'api', 'unknown']),
    mobile: z.null(),
  }),
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
    start_date: GivenDay,
    /** Included. */
    end_date: GivenDay,
    page: z._default(wholeNumber(1, 1_000_000), 1),
    size: z._default(wholeNumber(1, 100), 50),
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
