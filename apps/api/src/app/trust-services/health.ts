import type { TrustServiceState } from '@countersign/contract/trust-services.ts'
import type { Context } from '#api/providers/context.ts'

type TrustServices = Context['trustServices']

/** How each service does, as this process has seen it: nothing is asked for it. */
export function presentHealth(services: TrustServices): TrustServiceState[] {
  return services.all().map((service) => {
    const { state, lastSuccess, lastFailure } = service.health()
    return {
      name: service.name,
      makes: services.madeBy(service.name),
      state,
      last_success: lastSuccess?.toISOString() ?? null,
      last_failure: lastFailure ? { at: lastFailure.at.toISOString(), reason: lastFailure.reason } : null,
    }
  })
}

/** The same in a word each. */
export function statesOf(services: TrustServices): Record<string, TrustServiceState['state']> {
  return Object.fromEntries(presentHealth(services).map(({ name, state }) => [name, state]))
}
