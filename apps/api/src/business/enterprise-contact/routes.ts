import { contactEnterprise } from '@countersign/contract/billing.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { askForOffer } from './ask-for-offer.ts'

export function registerEnterpriseContact(app: FastifyInstance, context: Context): void {
  bind(app, context, contactEnterprise, async ({ actor, body }) => {
    await askForOffer(context, actor, body)
    return {}
  })
}
