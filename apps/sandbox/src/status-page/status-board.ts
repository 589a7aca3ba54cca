export const indicators = ['none', 'minor', 'major', 'critical', 'maintenance'] as const
export const impacts = ['none', 'minor', 'major', 'critical', 'maintenance'] as const
export const maintenanceStatuses = ['scheduled', 'in_progress', 'verifying', 'completed'] as const

export type ScheduledMaintenance = {
  name: string
  status: (typeof maintenanceStatuses)[number]
  impact: (typeof impacts)[number]
  scheduledFor: string
  scheduledUntil: string
}

export type Board = {
  indicator: (typeof indicators)[number]
  description: string
  maintenances: ScheduledMaintenance[]
}

export const quietBoard: Board = {
  indicator: 'none',
  description: 'All Systems Operational',
  maintenances: [],
}

/** The summary as Statuspage's API v2 writes it (GET /api/v2/summary.json). */
export function summaryOf(board: Board, url: string) {
  const isOperational = board.indicator === 'none'
  return {
    page: {
      id: 'sandbox',
      name: 'Countersign',
      url,
      time_zone: 'Etc/UTC',
      updated_at: new Date().toISOString(),
    },
    status: { indicator: board.indicator, description: board.description },
    components: ['Signing', 'Email', 'Time-stamps'].map((name, index) => ({
      id: `component-${index + 1}`,
      name,
      status: isOperational ? 'operational' : 'partial_outage',
      position: index + 1,
    })),
    incidents: [],
    scheduled_maintenances: board.maintenances.map((maintenance, index) => ({
      id: `maintenance-${index + 1}`,
      name: maintenance.name,
      status: maintenance.status,
      impact: maintenance.impact,
      scheduled_for: maintenance.scheduledFor,
      scheduled_until: maintenance.scheduledUntil,
    })),
  }
}
