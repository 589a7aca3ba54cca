import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { GivenDay, Id, Instant, Legislation, line, Secret, wholeNumber } from './values.ts'

/** What API users call, in the shapes that clients of this market have already. */

function accessLogin(version: 'v2' | 'v3', name: string) {
  return endpoint({
    name,
    method: 'POST',
    path: `/${version}/access/login`,
    summary:
      'Sign in as an API user, with JSON or a form. Returns the token as text; it is valid for 20 minutes.',
    credential: 'none',
    acceptsForm: true,
    body: z.object({ username: line(100, 1), 'api-key': Secret }),
    output: binary('text/plain'),
    errors: [
      'business.payment_required',
      'plan.not_included',
      'api_user.credentials_invalid',
      'validation.failed',
    ],
  })
}

export const loginApiUser = accessLogin('v2', 'loginApiUser')
/** The same, under the base address of calls about several documents. */
export const loginApiUserV3 = accessLogin('v3', 'loginApiUserV3')

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
