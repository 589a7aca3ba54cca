import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { toObservers } from '#api/signing/observers/observer-input.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { wrongField } from '#api/platform/refusal.ts'
import { refuseUndrawable, textsOfPrefills } from '#api/signing/signer-fields/refuse-undrawable.ts'
import { findNamed } from '#api/signing/signer-groups/repository.ts'
import { type ChangeOptions, changeSignatureRequest } from './change-signature-request.ts'
import { type MailAttachmentsInput, readMailAttachments } from '../notifications/mail-attachments.ts'
import type { Editor, RequestDocument, SignatureRequest } from '../signature-request.ts'
import { toSignatures } from '../drafts/signer-input.ts'

export interface RequestUpdate {
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly quality?: string | undefined
  readonly legislation?: string | null | undefined
  readonly expiration_date?: string | null | undefined
  readonly signatures?: readonly SignerInput[] | undefined
  readonly documents?: readonly { readonly id: string }[] | undefined
  /** Emails: anyone who is not among them looks on no more. */
  readonly observers?: readonly string[] | undefined
  readonly mail_attachments?: MailAttachmentsInput | undefined
  readonly editors?: readonly Editor[] | undefined
  readonly updated_at?: string | undefined
}

/** What is left out stays as it is. A function makes the update from the request as it is when it is locked. */
export async function updateSignatureRequest(
  context: Context,
  actor: AccountActor,
  id: string,
  given:
    | RequestUpdate
    | ((request: SignatureRequest, tx: Transaction) => RequestUpdate | Promise<RequestUpdate>),
  options: Pick<ChangeOptions, 'alongside' | 'conclude'> = {},
): Promise<SignatureRequest> {
  const change = async (request: SignatureRequest, tx: Transaction): Promise<SignatureRequest> => {
    const update = typeof given === 'function' ? await given(request, tx) : given
    const signatures = update.signatures
      ? toSignatures(request, update.signatures, 'signatures', await findNamed(tx, actor, update.signatures))
      : request.signatures
    if (update.signatures) await refuseUndrawable(context, textsOfPrefills(signatures, 'signatures'))
    // Once more, signers that were added without a `sid` would be removed and asked again by a new link.
    recordResult(tx, id)
    return {
      ...request,
      title: update.title ?? request.title,
      message: update.message ?? request.message,
      quality: update.quality ?? request.quality,
      legislation: update.legislation === undefined ? request.legislation : update.legislation,
      expiresAt: expiryOf(context, request, update.expiration_date),
      documents: update.documents ? inOrder(request, update.documents) : request.documents,
      signatures,
      editors: update.editors ?? request.editors ?? [],
      mailAttachments: update.mail_attachments
        ? readMailAttachments(update.mail_attachments)
        : request.mailAttachments,
      observers: update.observers
        ? toObservers(request, update.observers, actor, 'observers')
        : request.observers,
    }
  }
  const readAt = typeof given === 'function' ? undefined : given.updated_at
  return changeSignatureRequest(context, actor, id, change, { ...options, readAt })
}

function expiryOf(
  context: Context,
  request: SignatureRequest,
  given: string | null | undefined,
): Date | null {
  if (given === undefined) return request.expiresAt
  if (given === null) return request.status === 'DRAFT' ? null : request.expiresAt
  const expiresAt = new Date(given)
  if (expiresAt <= context.now()) throw wrongField('expiration_date', 'past', 'The date is in the past')
  return expiresAt
}

function inOrder(request: SignatureRequest, order: readonly { readonly id: string }[]): RequestDocument[] {
  const ordered = order.map(({ id }) => request.documents.find((document) => document.id === id))
  const complete =
    new Set(ordered).size === request.documents.length && ordered.length === request.documents.length
  if (!complete || ordered.includes(undefined))
    throw wrongField('documents', 'incomplete', 'Name each document of the request once')
  return ordered as RequestDocument[]
}
