import * as calls from '@countersign/contract/business-domains.ts'
import type { FastifyInstance } from 'fastify'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { presentPublicInformation } from '#api/business/businesses/presenter.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { removeDomain, updateDomain } from './update-domain.ts'
import { checkDomain } from './check-domain.ts'
import { addDomain } from './add-domain.ts'
import { joinByDomain, listJoinableBusinesses as listJoinable } from './join-by-domain.ts'
import { presentDomain } from './presenter.ts'
import { list } from './repository.ts'

export function registerBusinessDomains(app: FastifyInstance, context: Context): void {
  const named = ({ id, domain }: { id: string; domain: string }) => ({ businessId: id, domain })

  bind(app, context, calls.listDomains, async ({ actor, params }) => {
    await allowAdmin(context.db, actor, params.id)
    return { domains: (await list(context.db, params.id)).map(presentDomain) }
  })

  bind(app, context, calls.addDomain, async ({ actor, params, body }) =>
    presentDomain(await addDomain(context, actor, params.id, body.domain)),
  )

  bind(app, context, calls.checkDomain, async ({ actor, params }) =>
    presentDomain(await checkDomain(context, actor, params.id, params.domain)),
  )

  bind(app, context, calls.updateDomain, async ({ actor, params, body }) =>
    presentDomain(await updateDomain(context, actor, named(params), body)),
  )

  bind(app, context, calls.removeDomain, async ({ actor, params }) => {
    await removeDomain(context, actor, named(params))
    return {}
  })

  bind(app, context, calls.listJoinableBusinesses, async ({ actor }) => ({
    businesses: (await listJoinable(context, actor)).map(({ business, domain }) => ({
      business: presentPublicInformation(business),
      domain,
    })),
  }))

  bind(app, context, calls.joinBusiness, async ({ actor, params }) => {
    await joinByDomain(context, actor, params.id)
    return { businessId: params.id, role: 'member' as const }
  })
}
