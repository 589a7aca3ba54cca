import type { FastifyInstance } from 'fastify'
import * as calls from '@countersign/contract/integration/signature-requests.ts'
import { bind } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import { deleteSignatureRequest } from '#api/signing/signature-requests/ending/delete-signature-request.ts'
import { withdrawSignatureRequest } from '#api/signing/signature-requests/ending/withdraw-signature-request.ts'
import { addDocument, removeDocument } from '#api/signing/signature-requests/drafts/add-document.ts'
import { initiateSignatureRequest } from '#api/signing/signature-requests/drafts/initiate-signature-request.ts'
import { remindSigners } from '#api/signing/signature-requests/reminders/remind-signers.ts'
import { openSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { actingAccount } from '../acting-account.ts'
import { removeSignature } from '#api/signing/signature-requests/signers/add-signature.ts'
import { addSigner } from './change-signers.ts'
import { createRequest } from './create-request.ts'
import { documentOf } from './document-source.ts'
import { listRequests } from './list-requests.ts'
import { withNamesOfV2 } from '../given-names.ts'
import { presentAgain, presentRequest } from './present-request.ts'
import { fromV2, fromV3, type RequestSoFar } from './signer-input.ts'
import { updateRequest } from './update-request.ts'

/** Signature requests of API users: `/v2` and `/v3` over the use cases of the web app. */
export function registerIntegrationRequests(app: FastifyInstance, context: Context): void {
  registerCreation(app, context)
  registerReading(app, context)
  registerActions(app, context)
  registerDocumentsOfDrafts(app, context)
}

function registerCreation(app: FastifyInstance, context: Context): void {
  bind(
    app,
    context,
    calls.createRequestV2,
    async ({ actor, body, file }) => {
      const { signatures, cc_email_addresses: observers, ...given } = body
      const signers = signatures ?? []
      const created = await withNamesOfV2(
        createRequest(context, actor, 2, {
          ...given,
          documents: [documentOf(context, body, file)],
          signers,
          observers: observers ?? [],
          toInput: (request) => fromV2(signers, request),
        }),
      )
      return presentRequest(context, actor, 2, created)
    },
    { again: ({ actor }, id) => presentAgain(context, actor, 2, id) },
  )
  bind(
    app,
    context,
    calls.createRequestV3,
    async ({ actor, body }) => {
      const { signatures, observers, ...given } = body
      const signers = signatures ?? []
      const created = await createRequest(context, actor, 3, {
        ...given,
        signers,
        observers: observers ?? [],
        toInput: (request) => fromV3(signers, request),
      })
      return presentRequest(context, actor, 3, created)
    },
    { again: ({ actor }, id) => presentAgain(context, actor, 3, id) },
  )
  bind(
    app,
    context,
    calls.updateRequestV2,
    async ({ actor, body, request }) => {
      const { id, signatures, cc_email_addresses: observers, ...given } = body
      const signers = signatures ?? undefined
      const update = {
        ...given,
        signers,
        observers: observers ?? undefined,
        toInput: (soFar: RequestSoFar) => fromV2(signers ?? [], soFar),
      }
      const changed = await withNamesOfV2(updateRequest(context, actor, id, update, request.body))
      return presentRequest(context, actor, 2, changed)
    },
    { again: ({ actor, body }) => presentAgain(context, actor, 2, body.id) },
  )
  bind(
    app,
    context,
    calls.updateRequestV3,
    async ({ actor, body, request }) => {
      const { id, signatures, observers, ...given } = body
      const signers = signatures ?? undefined
      const update = {
        ...given,
        signers,
        observers: observers ?? undefined,
        toInput: (soFar: RequestSoFar) => fromV3(signers ?? [], soFar),
      }
      const changed = await updateRequest(context, actor, id, update, request.body)
      return presentRequest(context, actor, 3, changed)
    },
    { again: ({ actor, body }) => presentAgain(context, actor, 3, body.id) },
  )
}

function registerReading(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.listRequestsV2, ({ actor, query }) => listRequests(context, actor, query, 2))
  bind(app, context, calls.listRequestsV3, ({ actor, query }) => listRequests(context, actor, query, 3))
  for (const [call, version] of [
    [calls.getRequestV2, 2],
    [calls.getRequestV3, 3],
  ] as const)
    bind(app, context, call, async ({ actor, params }) => {
      const request = await openSignatureRequest(context, actingAccount(actor), params.id)
      return presentRequest(context, actor, version, request)
    })
}

/** What waits for its first signer is open in `/v2`. */
const shownAs = (version: 2 | 3) => ({ unassignedToo: version === 2 })

function registerActions(app: FastifyInstance, context: Context): void {
  bind(
    app,
    context,
    calls.initiateRequestV3,
    async ({ actor, params }) => {
      const sent = await initiateSignatureRequest(context, actingAccount(actor), params.id)
      return presentRequest(context, actor, 3, sent)
    },
    { again: ({ actor }, id) => presentAgain(context, actor, 3, id) },
  )
  for (const [call, version] of [
    [calls.withdrawRequestV2, 2],
    [calls.withdrawRequestV3, 3],
  ] as const)
    bind(
      app,
      context,
      call,
      async ({ actor, params, body }) => {
        const message = body.message ?? ''
        const withdrawn = await withdrawSignatureRequest(
          context,
          actingAccount(actor),
          params.id,
          message,
          shownAs(version),
        )
        return presentRequest(context, actor, version, withdrawn)
      },
      { again: ({ actor }, id) => presentAgain(context, actor, version, id) },
    )
  for (const [call, version] of [
    [calls.deleteRequestV2, 2],
    [calls.deleteRequestV3, 3],
  ] as const)
    bind(
      app,
      context,
      call,
      async ({ actor, params }) => {
        await deleteSignatureRequest(context, actingAccount(actor), params.id, shownAs(version))
        return {}
      },
      { again: async () => ({}) },
    )
  for (const [call, version] of [
    [calls.remindSignersV2, 2],
    [calls.remindSignersV3, 3],
  ] as const)
    bind(
      app,
      context,
      call,
      async ({ actor, params }) => {
        await remindSigners(context, actingAccount(actor), params.id, undefined, shownAs(version))
        return {}
      },
      { again: async () => ({}) },
    )
  bind(
    app,
    context,
    calls.addSignerV2,
    async ({ actor, params, body }) => {
      const changed = await withNamesOfV2(addSigner(context, actor, params.id, body, fromV2))
      return presentRequest(context, actor, 2, changed)
    },
    { again: ({ actor, params }) => presentAgain(context, actor, 2, params.id) },
  )
  bind(
    app,
    context,
    calls.addSignerV3,
    async ({ actor, params, body }) =>
      presentRequest(context, actor, 3, await addSigner(context, actor, params.id, body, fromV3)),
    { again: ({ actor, params }) => presentAgain(context, actor, 3, params.id) },
  )
  for (const [call, version] of [
    [calls.removeSignerV2, 2],
    [calls.removeSignerV3, 3],
  ] as const)
    bind(app, context, call, async ({ actor, params }) => {
      const changed = await removeSignature(context, actingAccount(actor), params.id, params.sigId)
      return presentRequest(context, actor, version, changed)
    })
}

function registerDocumentsOfDrafts(app: FastifyInstance, context: Context): void {
  bind(
    app,
    context,
    calls.addDocumentV3,
    async ({ actor, params: { id }, body, file }) => {
      const account = actingAccount(actor)
      const { documents } = await openSignatureRequest(context, account, id)
      // Clients send no name.
      const name = `Document ${documents.length + 1}.pdf`
      await addDocument(context, account, id, { name, content: file(body.content) })
      return presentAgain(context, actor, 3, id)
    },
    { again: ({ actor, params }) => presentAgain(context, actor, 3, params.id) },
  )
  bind(app, context, calls.removeDocumentV3, async ({ actor, params: { id, docId } }) => {
    await removeDocument(context, actingAccount(actor), id, docId)
    return presentRequest(context, actor, 3, await openSignatureRequest(context, actingAccount(actor), id))
  })
}
