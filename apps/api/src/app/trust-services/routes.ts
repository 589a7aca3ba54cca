import { getTrustServicesHealth } from '@countersign/contract/trust-services.ts'
import type { FastifyInstance } from 'fastify'
import { findMembership } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { presentHealth } from './health.ts'

export function registerTrustServices(app: FastifyInstance, context: Context): void {
  bind(app, context, getTrustServicesHealth, async ({ actor }) => {
    const membership = await findMembership(context.db, actor.accountId)
    if (membership?.role !== 'admin') throw new Refusal('business.not_allowed')
    return { services: presentHealth(context.trustServices) }
  })
}
