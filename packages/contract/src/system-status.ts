import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './values.ts'

/** 7.11: what the operators say of the system. */

export const Maintenance = z.object({
  id: z.string(),
  name: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  inProgress: z.boolean(),
  /** Nobody can work meanwhile. */
  blocking: z.boolean(),
})
export type Maintenance = z.infer<typeof Maintenance>

export const StatusSummary = z.object({
  /** `unknown` where no status page is set up or it cannot be read just now. */
  indicator: z.enum(['none', 'minor', 'major', 'critical', 'maintenance', 'unknown']),
  description: z.string(),
  /** In progress or announced. */
  maintenances: z.array(Maintenance),
  /** Where people can read more. */
  url: z.nullable(z.string()),
})
export type StatusSummary = z.infer<typeof StatusSummary>

export const getStatusSummary = endpoint({
  name: 'getStatusSummary',
  method: 'GET',
  path: '/v1/status-page/summary',
  summary: 'Get the system status, with current and scheduled maintenance.',
  credential: 'none',
  output: StatusSummary,
})

export const getStatusComponents = endpoint({
  name: 'getStatusComponents',
  method: 'GET',
  path: '/v1/status-page/components',
  summary: 'Get the status of each component.',
  credential: 'none',
  output: z.object({
    components: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
  }),
})
