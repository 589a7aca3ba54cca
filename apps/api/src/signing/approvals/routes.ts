import * as calls from '@countersign/contract/approvals.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { cancelApproval } from './cancel-approval.ts'
import { createPar } from './service-approvals/create-par.ts'
import { proceed } from './proceed.ts'
import { reauthenticateAndWait } from './reauthentication/reauthenticate-and-wait.ts'
import { redirectSign } from './service-approvals/redirect-sign.ts'
import { asQuery } from './service-approvals/return-query.ts'
import { startReauthentication } from './reauthentication/start-reauthentication.ts'
import type { LinkActor } from '#api/platform/actor.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { checkTan } from './tans/check-tan.ts'
import { resendTan } from './tans/resend-tan.ts'
import { andWait, statusesOf } from './statuses-of.ts'
import { findTanOfLink } from './tans/tan-repository.ts'

export function registerApprovals(app: FastifyInstance, context: Context): void {
  for (const call of [calls.proceed, calls.proceedDirect] as const)
    bind(app, context, call, async ({ actor, params }) => ({
      signatures: await proceed(context, actor, params.id),
    }))
  bind(app, context, calls.createPar, ({ actor, params, body }) =>
    createPar(context, actor, {
      requestId: params.id,
      signatureId: params.sigId,
      language: body.language,
      returnQuery: body.redirect_query_params,
    }),
  )
  bind(app, context, calls.redirectSign, ({ actor, params, body }) =>
    redirectSign(context, { state: params.id, query: asQuery(body.params), address: actor.address }),
  )
  bind(app, context, calls.cancelApproval, async ({ actor, params }) => ({
    signatures: await cancelApproval(context, actor, params.id),
  }))
  registerReauthentication(app, context)
  registerTans(app, context)
}

/** Part 11: anyone who signs proves again who they are. */
function registerReauthentication(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.reauthenticate, async ({ actor, params, body }) => ({
    signatures: await reauthenticateAndWait(context, actor, params.id, body),
  }))
  bind(app, context, calls.startReauthentication, async ({ actor, params, body }) => ({
    url: await startReauthentication(context, actor, params.id, body),
  }))
}

/** 7.6.11 and 7.6.12: the code of the person who came by a link. An account gives its own with the call that signs. */
function registerTans(app: FastifyInstance, context: Context): void {
  bind(
    app,
    context,
    calls.resendTan,
    async ({ actor }) => {
      const id = await runningTan(context, actor)
      await resendTan(context, id)
      return { signatures: await statusesOf(context, id, 'signer') }
    },
    { again: async (_call, id) => ({ signatures: await statusesOf(context, id, 'signer') }) },
  )
  bind(app, context, calls.checkTan, async ({ actor, body }) => {
    const id = await runningTan(context, actor)
    await andWait(context, id, context.config.signingPatience, () => checkTan(context, id, body.tan, actor))
    return { signatures: await statusesOf(context, id, 'signer') }
  })
}

/** The newest one, also where it is over: what it ended with is what is answered. */
async function runningTan(context: Context, actor: LinkActor): Promise<string> {
  const approval = await findTanOfLink(context.db, actor)
  if (!approval) throw new Refusal('not_found')
  return approval.id
}
