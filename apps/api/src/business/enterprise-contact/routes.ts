import * as calls from '@countersign/contract/enterprise-contact.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { contactEnterprise } from './contact-enterprise.ts'

export function registerEnterpriseContact(app: FastifyInstance, context: Context): void {
  bind(
    app,
    context,
    calls.contactEnterprise,
    async ({ actor, body }) => {
      await contactEnterprise(context, actor, body)
      return {}
    },
    { again: async () => ({}) },
  )
}
