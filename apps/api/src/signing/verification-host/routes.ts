import * as calls from '@countersign/contract/verification-host.ts'
import type { FastifyInstance } from 'fastify'
import { endApproval } from '#api/signing/approvals/end-approvals.ts'
import { checkTan } from '#api/signing/approvals/tans/check-tan.ts'
import { resendTan } from '#api/signing/approvals/tans/resend-tan.ts'
import { andWait } from '#api/signing/approvals/statuses-of.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { limited } from './limits.ts'
import { findVerification } from './verification-state.ts'

/** 7.6.8 to 7.6.10. Who knows the id may ask; only the code gives it. */
export function registerVerification(app: FastifyInstance, context: Context): void {
  const act = (actor: { readonly address: string }, id: string, work: () => Promise<unknown>) =>
    limited(context, { address: actor.address, id }, async () => {
      await findVerification(context, id)
      await work()
      return (await findVerification(context, id)).state
    })
  bind(app, context, calls.resendCode, ({ actor, params: { id } }) =>
    act(actor, id, () => resendTan(context, id)),
  )
  bind(app, context, calls.respond, ({ actor, params: { id }, body }) =>
    act(actor, id, () =>
      andWait(context, id, context.config.signingPatience, () => checkTan(context, id, body.secret, actor)),
    ),
  )
  bind(app, context, calls.cancelVerification, ({ actor, params: { id } }) =>
    act(actor, id, () => cancel(context, id)),
  )
}

async function cancel(context: Context, id: string): Promise<void> {
  const { state } = await findVerification(context, id)
  if (state.status === 'OPEN') await endApproval(context, id, 'cancelled')
}
