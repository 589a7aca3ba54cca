import * as calls from '@countersign/contract/observers.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { presentRequest } from '#api/signing/signature-requests/presenter.ts'
import { suggestGroups } from '#api/signing/signer-groups/suggest-groups.ts'
import { addObserver } from './add-observer.ts'
import { removeObserver } from './remove-observer.ts'
import { suggestPeople } from './suggest-people.ts'

export function registerObservers(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.addObserver, async ({ actor, params, body }) =>
    presentRequest(context, await addObserver(context, actor, params.id, body.email), actor),
  )
  bind(app, context, calls.removeObserver, async ({ actor, params }) =>
    presentRequest(context, await removeObserver(context, actor, params.id, params.obs), actor),
  )
  bind(app, context, calls.autocompleteEmail, async ({ actor, query }) => ({
    items: await suggestPeople(context, actor, query.input),
    groups: await suggestGroups(context, actor, query.input),
  }))
}
