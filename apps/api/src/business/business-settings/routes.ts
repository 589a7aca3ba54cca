import * as calls from '@countersign/contract/business-settings.ts'
import type { FastifyInstance } from 'fastify'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { presentSettings } from '#api/business/businesses/presenter.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { findExtras } from './find-extras.ts'
import { listChanges } from './list-changes.ts'
import { findLogo } from '#api/business/businesses/logo-repository.ts'
import { deleteLogo, setLogo } from './set-logo.ts'
import type { PlanLimits } from '#api/business/businesses/billing-steps.ts'

export function registerBusinessSettings(app: FastifyInstance, context: Context & PlanLimits): void {
  const { db } = context

  bind(app, context, calls.getLogo, async ({ params }) => {
    const content = await findLogo(db, params.id, params.hash)
    if (!content) throw new Refusal('not_found')
    return { contentType: 'image/png', content, public: true }
  })

  bind(app, context, calls.setLogo, async ({ actor, params, body }) => ({
    settings: presentSettings(await setLogo(context, actor, params.id, body.image)),
  }))

  bind(app, context, calls.deleteLogo, async ({ actor, params }) => ({
    settings: presentSettings(await deleteLogo(context, actor, params.id)),
  }))

  bind(app, context, calls.getCustomExtras, async ({ actor, params }) => {
    const { business } = await allowAdmin(db, actor, params.id)
    return { extras: await findExtras(db, business) }
  })

  bind(app, context, calls.listSettingsChanges, async ({ actor, params, query }) => {
    await allowAdmin(db, actor, params.id)
    const { items, total } = await listChanges(db, params.id, query)
    const { page, size } = query
    return { items, page, size, total_items: total, total_pages: Math.ceil(total / size) }
  })
}
