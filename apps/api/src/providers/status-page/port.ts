export type SystemIndicator = 'none' | 'minor' | 'major' | 'critical' | 'maintenance'

export type SystemComponent = { id: string; name: string; status: string }

export type Maintenance = {
  id: string
  name: string
  startsAt: Date
  endsAt: Date
  isInProgress: boolean
  /** Nobody can work meanwhile: everybody is shown the maintenance page. */
  isBlocking: boolean
}

export type SystemStatus = {
  indicator: SystemIndicator
  description: string
  components: SystemComponent[]
  /** Announced and current ones; those that are over are left out. */
  maintenances: Maintenance[]
}

/** Tells how the whole system is, as its operators have published it. */
export interface StatusPage {
  /** Fails with StatusPageUnavailable when the page cannot be reached or understood. */
  read(): Promise<SystemStatus>
}

export class StatusPageUnavailable extends Error {
  override name = 'StatusPageUnavailable'
}
