import {
  getStatusComponents,
  getStatusSummary,
  type StatusSummary,
} from '@countersign/contract/system-status.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import type { SystemStatus } from '#api/providers/status-page/port.ts'
import { openStatusReader } from './read-status.ts'

export function registerSystemStatus(app: FastifyInstance, context: Context): void {
  const readStatus = openStatusReader(context.statusPage, context)
  const url = context.config.statusPageUrl ?? null

  bind(app, context, getStatusSummary, async () => presentSummary(await readStatus(), url))
  bind(app, context, getStatusComponents, async () => ({
    components: (await readStatus())?.components ?? [],
  }))
}

function presentSummary(status: SystemStatus | null, url: string | null): StatusSummary {
  if (!status) return { indicator: 'unknown', description: '', maintenances: [], url }
  return {
    indicator: status.indicator,
    description: status.description,
    maintenances: status.maintenances.map((maintenance) => ({
      id: maintenance.id,
      name: maintenance.name,
      startsAt: maintenance.startsAt.toISOString(),
      endsAt: maintenance.endsAt.toISOString(),
      inProgress: maintenance.isInProgress,
      blocking: maintenance.isBlocking,
    })),
    url,
  }
}
