import { recordResult } from '#api/platform/db/call-result.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import * as documents from '#api/documents/documents/repository.ts'
import { receiveDocument } from '#api/documents/documents/uploads/receive-document.ts'
import type { ReceivedUpload, UploadSource } from '#api/documents/documents/uploads/upload-document.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { refuseUpload } from '#api/billing/usage/free-plan.ts'
import { changeSignatureRequest } from '../changes/change-signature-request.ts'
import { toRequestDocument } from './create-signature-request.ts'
import { allow } from '../policy.ts'
import * as repository from '../repository.ts'
import { everyDocument, type RequestDocument, type Signature } from '../signature-request.ts'

const documentsAtMost = 50

/** Adds a file to a draft. Whether one may is asked before the file is taken in, and again when it is there. */
export async function addDocument(
  context: Context,
  actor: AccountActor,
  requestId: string,
  source: UploadSource,
): Promise<string> {
  const request = await repository.find(context.db, requestId)
  allow(request, actor, 'edit')
  if (request.status !== 'DRAFT') throw new Refusal('request.not_draft')
  if (request.documents.length >= documentsAtMost) throw new Refusal('request.too_many_documents')
  await refuseUpload(context, actor.accountId)
  const upload = await receiveDocument(context, source)
  return attach(context, actor, requestId, upload)
}

async function attach(
  context: Context,
  actor: AccountActor,
  requestId: string,
  upload: ReceivedUpload,
): Promise<string> {
  let id = ''
  await changeSignatureRequest(
    context,
    actor,
    requestId,
    async (draft, tx) => {
      if (draft.documents.length >= documentsAtMost) throw new Refusal('request.too_many_documents')
      id = await documents.insertUpload(tx, actor.accountId, upload)
      recordResult(tx, id)
      await appendEvent(tx, requestId, {
        type: 'document_added',
        at: context.now(),
        actor: eventActor(actor),
        data: {
          documentId: id,
          name: upload.name,
          sha256: upload.sha256,
          size: upload.size,
          pages: upload.pageCount,
          ...(upload.scriptsRemoved ? { scriptsRemoved: true } : {}),
        },
      })
      const attached = [...draft.documents, await toRequestDocument(tx, id)]
      return { ...draft, documents: attached, signatures: withAllDocuments(draft.signatures, attached) }
    },
    { draftOnly: true },
  )
  return id
}

/** A signer of everything also signs what is added; one whose documents were chosen signs those. */
function withAllDocuments(
  signatures: readonly Signature[],
  documents: readonly RequestDocument[],
): Signature[] {
  return signatures.map((signature) =>
    signature.allDocuments
      ? { ...signature, documents: everyDocument(documents, signature.documents) }
      : signature,
  )
}

/** Takes a document out of a draft, and with it the places where it was to be signed. */
export async function removeDocument(
  context: Context,
  actor: AccountActor,
  requestId: string,
  documentId: string,
): Promise<void> {
  await changeSignatureRequest(
    context,
    actor,
    requestId,
    async (draft, tx) => {
      if (!draft.documents.some((document) => document.id === documentId)) throw new Refusal('not_found')
      await appendEvent(tx, requestId, {
        type: 'document_removed',
        at: context.now(),
        actor: eventActor(actor),
        data: { documentId },
      })
      return {
        ...draft,
        documents: draft.documents.filter((document) => document.id !== documentId),
        signatures: draft.signatures.map((signature) => ({
          ...signature,
          documents: signature.documents.filter((placed) => placed.documentId !== documentId),
        })),
      }
    },
    { draftOnly: true },
  )
}
