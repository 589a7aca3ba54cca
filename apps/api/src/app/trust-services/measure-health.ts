import { Gauge, register } from 'prom-client'
import type { Context } from '#api/providers/context.ts'
import { presentHealth } from './health.ts'

const states = ['UP', 'FAILING', 'DOWN', 'UNKNOWN'] as const

/** `countersign_trust_service_state{service,state}` is 1 for the state a service is in. */
export function measureTrustServices(services: Context['trustServices']): void {
  const gauge = new Gauge({
    registers: [],
    name: 'countersign_trust_service_state',
    help: 'The state each trust service is in, as this process has seen it: 1 for that one, 0 for the others.',
    labelNames: ['service', 'state'],
    collect() {
      for (const { name: service, state } of presentHealth(services))
        for (const one of states) this.set({ service, state: one }, one === state ? 1 : 0)
    },
  })
  register.registerMetric(gauge)
}
