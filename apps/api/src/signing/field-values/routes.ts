import { getBulkSendValues, getTemplateValues } from '@countersign/contract/field-values.ts'
import type { FastifyInstance } from 'fastify'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { find as findSend } from '#api/signing/bulk-sends/repository.ts'
import { find as findTemplate } from '#api/signing/templates/repository.ts'
import { exportValues } from './export-values.ts'

export function registerFieldValues(app: FastifyInstance, context: Context): void {
  bind(app, context, getTemplateValues, async ({ actor, params, query }) => {
    const template = await findTemplate(context.db, params.id, actor.accountId)
    if (!template) throw new Refusal('not_found')
    const of = { templateId: template.id, ownerId: actor.accountId }
    return exportValues(context, actor, { of, template, type: query.type })
  })
  bind(app, context, getBulkSendValues, async ({ actor, params, query }) => {
    const send = await findSend(context.db, params.id)
    if (send?.ownerId !== actor.accountId) throw new Refusal('not_found')
    const of = { bulkSendId: send.id, ownerId: actor.accountId }
    return exportValues(context, actor, { of, template: send.template, type: query.type })
  })
}
