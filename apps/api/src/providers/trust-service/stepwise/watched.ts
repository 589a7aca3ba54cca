import type { ServiceHealth, StepwiseTrustService } from './port.ts'

export interface StateChange {
  readonly service: string
  readonly from: ServiceHealth['state']
  readonly to: ServiceHealth['state']
  readonly reason: string | undefined
}

/** The same service; whenever a call of it has changed how it does, that is told. */
export function watched(
  service: StepwiseTrustService,
  onChange: (change: StateChange) => void,
): StepwiseTrustService {
  let known = service.health().state
  const look = <T>(work: Promise<T>): Promise<T> =>
    work.finally(() => {
      const { state, lastFailure } = service.health()
      if (state === known) return
      const change = { service: service.name, from: known, to: state }
      known = state
      onChange({ ...change, reason: state === 'UP' ? undefined : lastFailure?.reason })
    })
  return {
    ...service,
    begin: (order) => look(service.begin(order)),
    proceed: (ticket, query) => look(service.proceed(ticket, query)),
  }
}
