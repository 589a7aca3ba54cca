import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './values.ts'

/** The services that sign for this installation, for the admins of businesses. */

export const TrustServiceState = z.object({
  name: z.string(),
  /** What it makes here: `QES:ZERTES`, `SEAL_AES:EIDAS` … */
  makes: z.array(z.string()),
  /** DOWN: after repeated failures it isn't called for a while. UNKNOWN: not called yet. */
  state: z.enum(['UP', 'FAILING', 'DOWN', 'UNKNOWN']),
  last_success: z.nullable(Instant),
  last_failure: z.nullable(z.object({ at: Instant, reason: z.string() })),
})
export type TrustServiceState = z.infer<typeof TrustServiceState>

export const getTrustServicesHealth = endpoint({
  name: 'getTrustServicesHealth',
  method: 'GET',
  path: '/v1/trust-services/health',
  summary: 'Get the status of the trust services as seen by this process. For administrators.',
  credential: 'user',
  output: z.object({ services: z.array(TrustServiceState) }),
  errors: ['business.not_allowed'],
})
