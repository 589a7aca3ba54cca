import { z } from 'zod/mini'
import { StatusPageUnavailable } from './port.ts'
import type { Maintenance, StatusPage, SystemStatus } from './port.ts'

const TIMEOUT_MS = 5000

const Summary = z.object({
  status: z.object({
    indicator: z.enum(['none', 'minor', 'major', 'critical', 'maintenance']),
    description: z.string(),
  }),
  components: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
  scheduled_maintenances: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      impact: z.string(),
      scheduled_for: z.iso.datetime({ offset: true }),
      scheduled_until: z.iso.datetime({ offset: true }),
    }),
  ),
})
type ScheduledMaintenance = z.infer<typeof Summary>['scheduled_maintenances'][number]

/** Reads a page of Atlassian Statuspage by its API v2. `url` is the page's address, without /api. */
export function createStatuspage({
  url,
  timeoutMs = TIMEOUT_MS,
}: {
  url: string
  timeoutMs?: number
}): StatusPage {
  return {
    read: async () => {
      const parsed = Summary.safeParse(await fetchSummary(`${url}/api/v2/summary.json`, timeoutMs))
      if (!parsed.success)
        throw new StatusPageUnavailable('The status page answered something else than a summary')
      return statusOf(parsed.data)
    },
  }
}

async function fetchSummary(address: string, timeoutMs: number): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return await response.json()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StatusPageUnavailable(`The status page could not be read: ${reason}`, { cause: error })
  }
}

function statusOf({ status, components, scheduled_maintenances }: z.infer<typeof Summary>): SystemStatus {
  const maintenances = scheduled_maintenances
    .filter(({ status: stage }) => stage !== 'completed')
    .map(maintenanceOf)
  return { indicator: status.indicator, description: status.description, components, maintenances }
}

/** Statuspage has no word for 'blocking': an operator says it with the impact 'critical'. */
function maintenanceOf(scheduled: ScheduledMaintenance): Maintenance {
  const isInProgress = scheduled.status === 'in_progress' || scheduled.status === 'verifying'
  return {
    id: scheduled.id,
    name: scheduled.name,
    startsAt: new Date(scheduled.scheduled_for),
    endsAt: new Date(scheduled.scheduled_until),
    isInProgress,
    isBlocking: isInProgress && scheduled.impact === 'critical',
  }
}
