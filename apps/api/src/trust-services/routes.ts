import { getTrustServicesHealth } from '@countersign/contract/trust-services.ts'
import type { FastifyInstance } from 'fastify'
import { findMembership } from '#api/businesses/repository.ts'
import type { Context } from '#api/context.ts'
import { bind } from '#api/http/bind.ts'
import { Refusal } from '#api/refusal.ts'
import { presentHealth } from './health.ts'

export function registerTrustServices(app: FastifyInstance, context: Context): void {
  bind(app, context, getTrustServicesHealth, async ({ actor }) => {
    const membership = await findMembership(context.db, actor.accountId)
    if (membership?.role !== 'admin') throw new Refusal('business.not_allowed')
    return { services: presentHealth(context.trustServices) }
  })
}
