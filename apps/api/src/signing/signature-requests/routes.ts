import * as calls from '@countersign/contract/signature-requests.ts'
import { DeletionOutcome } from '@countersign/contract/signature-request-shapes.ts'
import type { FastifyInstance } from 'fastify'
import type { AccountActor, Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { withSteps } from '#api/signing/approvals/with-steps.ts'
import { presentDocument } from '#api/documents/documents/presenter.ts'
import { uploadLimit } from '#api/documents/documents/uploads/upload-document.ts'
import { readMultipart } from '#api/platform/http/read-multipart.ts'
import { readDocument } from '#api/documents/documents/read-document.ts'
import { listEvents } from '#api/evidence/list-events.ts'
import { readForAnswer } from '#api/platform/db/commit-outcome.ts'
import { bind } from '#api/platform/http/bind.ts'
import { withOwnOption } from '#api/signing/qualities/with-own-option.ts'
import { withInput } from '#api/signing/signer-fields/with-input.ts'
import { namedContentType } from '#api/documents/file-types/content-type.ts'
import { addDocument, removeDocument } from './drafts/add-document.ts'
import { createSignatureRequest } from './drafts/create-signature-request.ts'
import { initiateSignatureRequest } from './drafts/initiate-signature-request.ts'
import { listSignatureRequests, readWithSession } from './lists/list-signature-requests.ts'
import { isOwner, readableSignatures } from './policy.ts'
import { openSignatureRequest, readSignatureRequest } from './open-signature-request.ts'
import { presentRequest } from './presenter.ts'
import { addSignature, removeSignature } from './signers/add-signature.ts'
import { withBusiness } from './with-business.ts'
import { updateSignatureRequest } from './changes/update-signature-request.ts'
import { copySignatureRequest } from './drafts/copy-signature-request.ts'
import { declineSignatureRequest } from './ending/decline-signature-request.ts'
import { delegateSignature } from './signers/delegate-signature.ts'
import { deleteSignatureRequest } from './ending/delete-signature-request.ts'
import { withDeletion } from './ending/with-deletion.ts'
import { getLockStatus } from './get-lock-status.ts'
import { readReminderResult, remindSigners } from './reminders/remind-signers.ts'
import { withdrawSignatureRequest } from './ending/withdraw-signature-request.ts'

/** For a call that was done and whose response was lost: the request as it is now. */
async function presentAgain(context: Context, actor: Participant, id: string) {
  return presentRequest(context, await readSignatureRequest(context, actor, id), actor)
}

export function registerSignatureRequests(app: FastifyInstance, context: Context): void {
  registerReading(app, context)
  registerWriting(app, context)
  registerActions(app, context)
}

function registerReading(app: FastifyInstance, context: Context): void {
  bind(
    app,
    context,
    calls.listSignatureRequests,
    ({ actor, query, read }) => listSignatureRequests(context, actor, query, read),
    { reads: (query) => readWithSession(context, query) },
  )
  for (const call of [calls.getSignatureRequest, calls.getDirectSignatureRequest] as const)
    bind(app, context, call, async ({ actor, params }) => {
      const request = await openSignatureRequest(context, actor, params.id)
      const presented = await withInput(context, presentRequest(context, request, actor), request, actor)
      const shown = await withSteps(context, presented, request, actor)
      const withOption = await withOwnOption(context, shown, request, actor)
      return withBusiness(context, await withDeletion(context, withOption, request, actor), request)
    })
  bind(app, context, calls.getSignatureRequestStatus, async ({ actor, params }) => {
    const request = await openSignatureRequest(context, actor, params.id)
    return {
      id: request.id,
      status_overall: request.status,
      updated_at: request.updatedAt.toISOString(),
      signatures: request.signatures.map((signature) => ({
        sid: signature.id,
        status_code: signature.status,
      })),
    }
  })
  for (const call of [calls.getEvents, calls.getDirectEvents] as const) {
    bind(app, context, call, async ({ actor, params }) => {
      const request = await openSignatureRequest(context, actor, params.id)
      const reader = { toOwner: isOwner(request, actor), readable: readableSignatures(request, actor) }
      return { items: await listEvents(context.db, params.id, reader) }
    })
  }
}

function registerWriting(app: FastifyInstance, context: Context): void {
  bind(
    app,
    context,
    calls.createSignatureRequest,
    async ({ actor, body, file }) => {
      const documents = body.documents.map((source, index) => {
        if ('id' in source) return source
        const { content_type: given, ...document } = source
        const contentType = namedContentType(given, `documents.${index}.content_type`)
        return { ...document, content: file(source.content), contentType }
      })
      return presentRequest(
        context,
        await createSignatureRequest(context, actor, { ...body, documents }),
        actor,
      )
    },
    { again: ({ actor }, id) => presentAgain(context, actor, id) },
  )
  bind(
    app,
    context,
    calls.updateSignatureRequest,
    async ({ actor, params, body }) =>
      presentRequest(context, await updateSignatureRequest(context, actor, params.id, body), actor),
    { again: ({ actor, params }) => presentAgain(context, actor, params.id) },
  )
  bind(
    app,
    context,
    calls.initiateSignatureRequest,
    async ({ actor, params, body }) =>
      presentRequest(
        context,
        await initiateSignatureRequest(context, actor, params.id, body.updated_at),
        actor,
      ),
    { again: ({ actor }, id) => presentAgain(context, actor, id) },
  )
  bind(
    app,
    context,
    calls.addSignature,
    async ({ actor, params, body }) =>
      presentRequest(context, await addSignature(context, actor, params.id, body), actor),
    { again: ({ actor, params }) => presentAgain(context, actor, params.id) },
  )
  bind(app, context, calls.removeSignature, async ({ actor, params, query }) =>
    presentRequest(
      context,
      await removeSignature(context, actor, params.id, params.sigId, query.updated_at),
      actor,
    ),
  )
  const shown = async (actor: AccountActor, id: string) =>
    presentDocument(await readForAnswer(() => readDocument(context, actor, id)))
  bind(
    app,
    context,
    calls.addDocument,
    async ({ actor, params, query, body, request, file }) => {
      const source = body
        ? {
            name: body.name,
            content: file(body.content),
            contentType: namedContentType(body.content_type),
          }
        : await readMultipart(request, uploadLimit)
      const removeScripts = query.remove_scripts === 'true'
      return shown(actor, await addDocument(context, actor, params.id, { ...source, removeScripts }))
    },
    { again: ({ actor }, id) => shown(actor, id) },
  )
  bind(app, context, calls.removeDocument, async ({ actor, params }) => {
    await removeDocument(context, actor, params.id, params.docId)
    return {}
  })
}

/** What people do with a sent request besides signing it. */
function registerActions(app: FastifyInstance, context: Context): void {
  for (const call of [calls.declineSignatureRequest, calls.declineDirect] as const) {
    bind(
      app,
      context,
      call,
      async ({ actor, params, body }) =>
        presentRequest(
          context,
          await declineSignatureRequest(context, actor, params.id, body.message),
          actor,
        ),
      { again: ({ actor }, id) => presentAgain(context, actor, id) },
    )
  }
  bind(
    app,
    context,
    calls.withdrawSignatureRequest,
    async ({ actor, params, body }) =>
      presentRequest(context, await withdrawSignatureRequest(context, actor, params.id, body.message), actor),
    { again: ({ actor }, id) => presentAgain(context, actor, id) },
  )
  bind(
    app,
    context,
    calls.copySignatureRequest,
    async ({ actor, params }) =>
      presentRequest(context, await copySignatureRequest(context, actor, params.id), actor),
    { again: ({ actor }, id) => presentAgain(context, actor, id) },
  )
  bind(
    app,
    context,
    calls.deleteSignatureRequest,
    async ({ actor, params, query }) => ({
      outcome: await deleteSignatureRequest(context, actor, params.id, { confirmed: query.outcome }),
    }),
    { again: async (_call, outcome) => ({ outcome: DeletionOutcome.parse(outcome) }) },
  )
  bind(
    app,
    context,
    calls.remindSigners,
    ({ actor, params, body }) => remindSigners(context, actor, params.id, body.signatureIds),
    { again: async (_call, result) => readReminderResult(result) },
  )
  // Anyone who has no other part in it sees it a last time here, and may do nothing more with it.
  bind(app, context, calls.delegateSignature, async ({ actor, params, body }) => {
    const { request, isInputDiscarded } = await delegateSignature(context, actor, params.id, body)
    return { ...presentRequest(context, request, actor), input_discarded: isInputDiscarded }
  })
  for (const call of [calls.getLockStatus, calls.getDirectLockStatus] as const)
    bind(app, context, call, ({ actor, params }) => getLockStatus(context, actor, params.id))
}
