import * as calls from '@countersign/contract/signature-request-actions.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { copySignatureRequest } from './drafts/copy-signature-request.ts'
import { declineSignatureRequest } from './ending/decline-signature-request.ts'
import { delegateSignature } from './signers/delegate-signature.ts'
import { deleteSignatureRequest } from './ending/delete-signature-request.ts'
import { getLockStatus } from './get-lock-status.ts'
import { presentRequest } from './presenter.ts'
import { remindSigners } from './reminders/remind-signers.ts'
import { withdrawSignatureRequest } from './ending/withdraw-signature-request.ts'

/** What people do with a sent request besides signing it. */
export function registerSignatureRequestActions(app: FastifyInstance, context: Context): void {
  for (const call of [calls.declineSignatureRequest, calls.declineDirect] as const) {
    bind(app, context, call, async ({ actor, params, body }) =>
      presentRequest(context, await declineSignatureRequest(context, actor, params.id, body.message), actor),
    )
  }
  bind(app, context, calls.withdrawSignatureRequest, async ({ actor, params, body }) =>
    presentRequest(context, await withdrawSignatureRequest(context, actor, params.id, body.message), actor),
  )
  bind(app, context, calls.copySignatureRequest, async ({ actor, params }) =>
    presentRequest(context, await copySignatureRequest(context, actor, params.id), actor),
  )
  bind(app, context, calls.deleteSignatureRequest, async ({ actor, params }) => ({
    outcome: await deleteSignatureRequest(context, actor, params.id),
  }))
  bind(app, context, calls.remindSigners, ({ actor, params, body }) =>
    remindSigners(context, actor, params.id, body.signatureIds),
  )
  // Anyone who has no other part in it sees it a last time here, and may do nothing more with it.
  bind(app, context, calls.delegateSignature, async ({ actor, params, body }) => {
    const { request, isInputDiscarded } = await delegateSignature(context, actor, params.id, body)
    return { ...presentRequest(context, request, actor), input_discarded: isInputDiscarded }
  })
  for (const call of [calls.getLockStatus, calls.getDirectLockStatus] as const)
    bind(app, context, call, ({ actor, params }) => getLockStatus(context, actor, params.id))
}
