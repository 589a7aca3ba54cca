import {
  addAttachment,
  downloadAttachment,
  downloadDirectAttachment,
  removeAttachment,
} from '@countersign/contract/attachments.ts'
import { addObserver, removeObserver } from '@countersign/contract/observers.ts'
import {
  addSignature,
  copySignatureRequest,
  declineDirect,
  declineSignatureRequest,
  delegateSignature,
  getSignatureRequest,
  remindSigners,
  removeSignature,
  updateSignatureRequest,
  withdrawSignatureRequest,
} from '@countersign/contract/signature-requests.ts'
import type { DeletionOutcome, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { call, type CallInput } from '#web/lib/calls/api.ts'
import type { FileUpload } from '#web/lib/calls/use-file-queue.ts'
import { removeRequest } from '#web/lib/requests/remove-request.ts'

export type DelegateBody = NonNullable<CallInput<typeof delegateSignature>['body']>
export type SignerBody = NonNullable<CallInput<typeof addSignature>['body']>
export type CorrectionBody = NonNullable<CallInput<typeof updateSignatureRequest>['body']>

/** What both an account and a visitor who came by a link can do. */
export interface SignerActions {
  readonly decline: (message: string) => Promise<SignatureRequest>
  readonly delegate: (body: DelegateBody) => Promise<SignatureRequest>
  readonly downloadAttachment: (attId: string) => Promise<Blob>
}

export type RequestActions = ReturnType<typeof accountActions>

// Each failure is shown where it happened.
const background = { background: true }

export function accountActions(id: string) {
  const params = { id }
  let isRemoved = false
  return {
    decline: (message: string) => call(declineSignatureRequest, { params, body: { message } }, background),
    delegate: (body: DelegateBody) => call(delegateSignature, { params, body }, background),
    withdraw: (message: string) => call(withdrawSignatureRequest, { params, body: { message } }, background),
    correct: (body: CorrectionBody) => call(updateSignatureRequest, { params, body }, background),
    copy: () => call(copySignatureRequest, { params }, background),
    remind: (signatureIds: string[]) => call(remindSigners, { params, body: { signatureIds } }, background),
    addSigner: (body: SignerBody) => call(addSignature, { params, body }, background),
    removeSigner: (sigId: string, updatedAt: string) =>
      call(removeSignature, { params: { id, sigId }, query: { updated_at: updatedAt } }, background),
    addObserver: (email: string) => call(addObserver, { params, body: { email } }, background),
    removeObserver: (obs: string) => call(removeObserver, { params: { id, obs } }, background),
    addAttachment: (
      { file, idempotencyKey }: FileUpload,
      onProgress: (part: number) => void,
      signal: AbortSignal,
    ) => call(addAttachment, { params, body: file }, { ...background, onProgress, signal, idempotencyKey }),
    removeAttachment: (attId: string) => call(removeAttachment, { params: { id, attId } }, background),
    downloadAttachment: (attId: string) => call(downloadAttachment, { params: { id, attId } }, background),
    read: () => call(getSignatureRequest, { params }, background),
    /** From its removal on there is nothing to read: the service tells of it before it answers. */
    isRemoved: () => isRemoved,
    async remove(outcome: DeletionOutcome): Promise<DeletionOutcome> {
      isRemoved = true
      try {
        const done = await removeRequest(id, outcome)
        isRemoved = done !== 'withdrawn'
        return done
      } catch (failure) {
        isRemoved = false
        throw failure
      }
    },
  }
}

/** By a link: the two ids are the credential, and files take the short-lived token. */
export function directActions(
  link: { readonly id: string; readonly userid: string },
  token: (renew: boolean) => Promise<string>,
): SignerActions {
  const params = { id: link.id }
  const options = { ...background, credential: { userId: link.userid, requestId: link.id } }
  return {
    decline: (message) => call(declineDirect, { params, body: { message } }, options),
    delegate: (body) => call(delegateSignature, { params, body }, options),
    downloadAttachment: async (attId) =>
      call(
        downloadDirectAttachment,
        { params: { ...params, attId }, query: { token: await token(false) } },
        background,
      ),
  }
}
