import * as calls from '@countersign/contract/templates.ts'
import type { FastifyInstance } from 'fastify'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { readSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { presentRequest } from '#api/signing/signature-requests/presenter.ts'
import { createTemplate } from './create-template.ts'
import { deleteTemplate } from './delete-template.ts'
import { list } from './list-repository.ts'
import { presentTemplate } from './presenter.ts'
import * as repository from './repository.ts'
import { updateTemplate } from './update-template.ts'
import { createRequestFromTemplate } from './use-template.ts'

export function registerTemplates(app: FastifyInstance, context: Context): void {
  const shown = async (actor: AccountActor, id: string) => {
    const template = await repository.find(context.db, id, actor.accountId)
    if (!template) throw new Refusal('not_found')
    return presentTemplate(template)
  }
  bind(
    app,
    context,
    calls.createTemplate,
    async ({ actor, body }) => presentTemplate(await createTemplate(context, actor, body)),
    { again: ({ actor }, id) => shown(actor, id) },
  )
  bind(app, context, calls.listTemplates, async ({ actor, query }) => {
    const { items, total } = await list(context.db, actor.accountId, query)
    const { page, size } = query
    return { items, page, size, total_items: total, total_pages: Math.ceil(total / size) }
  })
  bind(app, context, calls.getTemplate, ({ actor, params }) => shown(actor, params.id))
  bind(app, context, calls.updateTemplate, async ({ actor, params, body }) =>
    presentTemplate(await updateTemplate(context, actor, params.id, body)),
  )
  bind(app, context, calls.deleteTemplate, async ({ actor, params }) => {
    await deleteTemplate(context, actor, params.id)
    return {}
  })
  bind(
    app,
    context,
    calls.createRequestFromTemplate,
    async ({ actor, params, body }) => {
      const signers = body.signers.map(({ role_id, signer_identity_data: who, language }) => ({
        roleId: role_id,
        email: who.email_address,
        firstName: who.first_name ?? null,
        lastName: who.last_name ?? null,
        mobile: who.mobile_number ?? null,
        language: language ?? who.language ?? null,
      }))
      const request = await createRequestFromTemplate(context, actor, params.id, { ...body, signers })
      return presentRequest(context, request, actor)
    },
    {
      again: async ({ actor }, id) =>
        presentRequest(context, await readSignatureRequest(context, actor, id), actor),
    },
  )
}
