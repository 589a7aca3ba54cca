import type { Observer } from '@countersign/contract/integration/shapes.ts'
import * as calls from '@countersign/contract/integration/observers.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiUserActor } from '#api/platform/actor.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { addObserver } from '#api/signing/observers/add-observer.ts'
import { removeObserver } from '#api/signing/observers/remove-observer.ts'
import { listInvitations } from '#api/signing/observers/repository.ts'
import { openSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { actingAccount } from '../acting-account.ts'
import { presentObserver } from '../signature-requests/known-to-program.ts'
import { observerEmail } from './observer-email.ts'

/** Observers of API users’ requests. */
export function registerIntegrationObservers(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.addObserverV3, async ({ actor, params, body }) => {
    const email = await observerEmail(context.db, actor, body)
    const { observers } = await addObserver(context, actingAccount(actor), params.id, email)
    const added = observers.find((observer) => observer.email === email)
    const found = await invitationsOf(context, params.id)
    return one(found, added?.id)
  })
  bind(app, context, calls.listObserversV3, ({ actor, params }) => listObservers(context, actor, params.id))
  bind(app, context, calls.getObserverV3, async ({ actor, params }) =>
    one(await listObservers(context, actor, params.id), params.obs),
  )
  bind(app, context, calls.removeObserverV3, async ({ actor, params }) => {
    await removeObserver(context, actingAccount(actor), params.id, params.obs)
    return {}
  })
}

async function listObservers(context: Context, actor: ApiUserActor, requestId: string): Promise<Observer[]> {
  await openSignatureRequest(context, actingAccount(actor), requestId)
  return invitationsOf(context, requestId)
}

async function invitationsOf(context: Context, requestId: string): Promise<Observer[]> {
  return (await listInvitations(context.db, [requestId])).map(presentObserver)
}

function one(observers: readonly Observer[], id: string | undefined): Observer {
  const found = observers.find((observer) => observer.id === id)
  if (!found) throw new Refusal('not_found')
  return found
}
