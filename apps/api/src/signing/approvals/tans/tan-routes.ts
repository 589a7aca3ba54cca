import * as calls from '@countersign/contract/approvals.ts'
import type { FastifyInstance } from 'fastify'
import type { LinkActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { checkTan } from './check-tan.ts'
import { resendTan } from './resend-tan.ts'
import { andWait, statusesOf } from '../statuses-of.ts'
import { findTanOfLink } from './tan-repository.ts'

/** 7.6.11 and 7.6.12: the code of the person who came by a link. An account gives its own with the call that signs. */
export function registerTans(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.resendTan, async ({ actor }) => {
    const id = await runningTan(context, actor)
    await resendTan(context, id)
    return { signatures: await statusesOf(context, id, 'signer') }
  })
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
