import * as calls from '@countersign/contract/callbacks.ts'
import * as apiCalls from '@countersign/contract/integration/callbacks.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiUserActor } from '#api/platform/actor.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { isId } from '#api/platform/values/id.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { actingAccount } from '#api/integration/acting-account.ts'
import type { Context } from '#api/providers/context.ts'
import { openSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { listErrors, listLatest } from './attempt-repository.ts'
import {
  describeSecret,
  rotateSecret,
  type ShownSecret,
  showSecret,
  showSecretAgain,
} from './callback-secret.ts'
import { presentAttempt, presentCallback, presentListed, presentSecret } from './presenter.ts'
import { redeliverCallback, redeliverOfRequest } from './redeliver-callback.ts'
import * as repository from './repository.ts'
import { testCallback } from './test-callback.ts'

const attemptsShown = 100

/** Callbacks: for API users those of a request, for admins the log, redelivery, test calls and secrets. */
export function registerCallbacks(app: FastifyInstance, context: Context): void {
  registerOfRequests(app, context)
  registerLog(app, context)
  registerSecrets(app, context)
}

function registerOfRequests(app: FastifyInstance, context: Context): void {
  const list = async (actor: ApiUserActor, requestId: string) => {
    const callbacks = await repository.listForRequest(context.db, requestId, actor.apiUserId)
    const errors = await listErrors(
      context.db,
      callbacks.map(({ id }) => id),
    )
    return callbacks.map((one) => presentCallback(one, errors.get(one.id) ?? []))
  }
  for (const call of [apiCalls.listRequestCallbacksV2, apiCalls.listRequestCallbacksV3])
    bind(app, context, call, async ({ actor, params: { id } }) => {
      await openSignatureRequest(context, actingAccount(actor), id)
      return list(actor, id)
    })
  for (const call of [apiCalls.redeliverRequestCallbacksV2, apiCalls.redeliverRequestCallbacksV3])
    bind(app, context, call, async ({ actor, params: { id } }) => {
      await openSignatureRequest(context, actingAccount(actor), id)
      await redeliverOfRequest(context, actor, id)
      return list(actor, id)
    })
}

function registerLog(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.listCallbacks, async ({ actor, params, query }) => {
    await allowAdmin(context.db, actor, params.id)
    const { page, size, username, state, search } = query
    const filter = { username, state, requestId: requestIdIn(search) }
    const { items, total } = await repository.listForBusiness(context.reads.db, params.id, filter, {
      page,
      size,
    })
    const pages = Math.ceil(total / size)
    return { items: items.map(presentListed), page, size, total_items: total, total_pages: pages }
  })

  const withAttempts = async (callback: repository.StoredCallback) => ({
    ...presentListed(callback),
    attempt_log: (await listLatest(context.db, callback.id, attemptsShown)).map(presentAttempt),
  })
  bind(app, context, calls.getCallback, async ({ actor, params }) => {
    await allowAdmin(context.db, actor, params.id)
    const callback = await repository.findInBusiness(context.db, params.id, params.callbackId)
    if (!callback) throw new Refusal('not_found')
    return withAttempts(callback)
  })

  bind(app, context, calls.redeliverCallback, async ({ actor, params }) =>
    withAttempts(await redeliverCallback(context, actor, params.id, params.callbackId)),
  )

  bind(app, context, calls.testCallback, async ({ actor, params, body }) => {
    const sent = await testCallback(context, actor, named(params), body)
    const { id, url, body: sentBody, at, durationMs, status, response, error } = sent
    const succeeded = error === null
    return {
      id,
      url,
      body: sentBody,
      at: at.toISOString(),
      duration_ms: durationMs,
      status,
      response,
      error,
      succeeded,
    }
  })
}

function registerSecrets(app: FastifyInstance, context: Context): void {
  const shown = ({ stored, secret }: ShownSecret) => ({ ...presentSecret(stored, context.now()), secret })
  bind(app, context, calls.getCallbackSecret, async ({ actor, params }) =>
    presentSecret(await describeSecret(context, actor, named(params)), context.now()),
  )
  for (const [call, change] of [
    [calls.showCallbackSecret, showSecret],
    [calls.rotateCallbackSecret, rotateSecret],
  ] as const)
    bind(
      app,
      context,
      call,
      async ({ actor, params }) => shown(await change(context, actor, named(params))),
      {
        again: async ({ actor, params }, createdAt) =>
          shown(await showSecretAgain(context, actor, named(params), createdAt)),
      },
    )
}

const named = ({ id, username }: { readonly id: string; readonly username: string }) => ({
  businessId: id,
  username,
})

/** What isn't an id is that of no request. */
function requestIdIn(search: string | undefined): string | undefined {
  const given = search?.trim().toLowerCase()
  if (!given) return undefined
  return isId(given) ? given : crypto.randomUUID()
}
