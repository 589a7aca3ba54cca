import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { mayReadDocument } from '#api/documents/documents/access-repository.ts'
import * as documents from '#api/documents/documents/repository.ts'
import { receiveDocument } from '#api/documents/documents/uploads/receive-document.ts'
import type { ReceivedUpload, UploadSource } from '#api/documents/documents/uploads/upload-document.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { recordObservers } from '#api/signing/observers/record-observers.ts'
import { toObservers } from '#api/signing/observers/observer-input.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { refuseUndrawable, textsOfPrefills } from '#api/signing/signer-fields/refuse-undrawable.ts'
import { findNamed } from '#api/signing/signer-groups/repository.ts'
import { putUnderRetention } from '#api/signing/retention/put-under-retention.ts'
import { lockOwnAccountForShare } from '#api/identity/accounts/lock-own-account.ts'
import { isTemplates } from '#api/signing/templates/repository.ts'
import { refuseUpload } from '#api/billing/usage/free-plan.ts'
import { type MailAttachmentsInput, readMailAttachments } from '../notifications/mail-attachments.ts'
import { isUnusedUpload } from '../contents-repository.ts'
import { insertSignatureRequest } from '../save-signature-request.ts'
import type { Editor, RequestDocument, SignatureRequest } from '../signature-request.ts'
import { toSignatures } from './signer-input.ts'

export interface NewRequest {
  readonly title: string
  readonly message: string
  readonly quality: string
  readonly legislation?: string | null | undefined
  readonly expiration_date?: string | null | undefined
  readonly documents: readonly (
    | { readonly id: string }
    | UploadSource
    /** Or by another way of getting hold of one. */
    | { readonly receive: () => Promise<ReceivedUpload> }
  )[]
  /** Or made from the draft, where they are to name its documents. */
  readonly signatures: readonly SignerInput[] | ((draft: SignatureRequest) => readonly SignerInput[])
  /** Emails. */
  readonly observers?: readonly string[] | undefined
  readonly mail_attachments?: MailAttachmentsInput | undefined
  /** Who may do what the owner may: members of the owner's business. */
  readonly editors?: readonly Editor[] | undefined
}

interface CreationOptions {
  /** How it is written down, where it is not just a draft: sent at once, or with what goes beside it. */
  readonly create?: typeof insertDraft
}

/** Makes a draft. Files are received before the transaction: reading them takes longer than a lock may be held. */
export async function createSignatureRequest(
  context: Context,
  actor: AccountActor,
  given: NewRequest,
  options: CreationOptions = {},
): Promise<SignatureRequest> {
  refuseTwice(given.documents)
  if (given.documents.some((source) => !('id' in source))) await refuseUpload(context, actor.accountId)
  const sources: (ReceivedUpload | { readonly id: string })[] = []
  for (const source of given.documents) sources.push('id' in source ? source : await receive(context, source))
  return transaction(context.db, async (tx) => {
    // An account that was deleted meanwhile would leave a draft that nobody sees.
    await lockOwnAccountForShare(tx, actor.accountId)
    await documents.lockForNoKeyUpdate(
      tx,
      sources.flatMap((source) => ('id' in source ? [source.id] : [])),
    )
    const attached: RequestDocument[] = []
    const ownIds = new Map<string, string>()
    for (const [index, source] of sources.entries()) {
      const id =
        'id' in source
          ? await takeUp(tx, actor, source.id, `documents.${index}.id`)
          : await documents.insertUpload(tx, actor.accountId, source)
      if ('id' in source) ownIds.set(source.id, id)
      attached.push(await toRequestDocument(tx, id))
    }
    const draft = newDraft(actor, given, attached, context.now())
    const named = typeof given.signatures === 'function' ? given.signatures(draft) : given.signatures
    const signers = named.map((signer) => withOwnDocuments(signer, ownIds))
    const signatures = toSignatures(draft, signers, 'signatures', await findNamed(tx, actor, signers))
    await refuseUndrawable(context, textsOfPrefills(signatures, 'signatures'))
    const request = {
      ...draft,
      signatures,
      observers: toObservers(draft, given.observers ?? [], actor, 'observers'),
      editors: given.editors ?? [],
    }
    return (options.create ?? insertDraft)(context, tx, actor, request)
  })
}

/**
 * One that is there already. What a template or another request has stays theirs alone, and this request gets a row of its own:
 * by its id each finds the version that was signed in it, and no other.
 */
async function takeUp(tx: Transaction, actor: AccountActor, id: string, field: string): Promise<string> {
  // The address of the call is right: what isn't found, or has lost its content, is named.
  if (!(await mayReadDocument(tx, id, actor)) || !(await documents.lockForKeyShare(tx, id)))
    throw new Refusal('not_found', {
      fields: [{ field, code: 'unknown', message: 'There is no such document' }],
    })
  if ((await isUnusedUpload(tx, id)) && !(await isTemplates(tx, id))) return id
  return (await documents.copyUploads(tx, [id], actor.accountId)).get(id) ?? id
}

/** Signers name the documents as the call did. */
const withOwnDocuments = (signer: SignerInput, ownIds: ReadonlyMap<string, string>): SignerInput => ({
  ...signer,
  document_signatures: signer.document_signatures.map((one) => ({
    ...one,
    document_id: ownIds.get(one.document_id) ?? one.document_id,
  })),
})

/** A draft with documents and nobody in it yet. */
export function newDraft(
  { accountId, email, name, language }: AccountActor,
  given: Pick<
    NewRequest,
    'title' | 'message' | 'quality' | 'legislation' | 'expiration_date' | 'mail_attachments'
  >,
  attached: readonly RequestDocument[],
  now: Date,
): SignatureRequest {
  return {
    id: crypto.randomUUID(),
    owner: { id: accountId, email, name, language },
    title: given.title,
    message: given.message,
    quality: given.quality,
    legislation: given.legislation ?? null,
    status: 'DRAFT',
    version: 1,
    expiresAt: given.expiration_date ? new Date(given.expiration_date) : null,
    createdAt: now,
    updatedAt: now,
    initiatedAt: null,
    completedAt: null,
    correctedAt: null,
    withdrawMessage: null,
    mailAttachments: given.mail_attachments ? readMailAttachments(given.mail_attachments) : null,
    departed: [],
    documents: attached,
    signatures: [],
    observers: [],
    attachments: [],
    retention: null,
  }
}

/** What a request is made from, as its evidence says. */
export interface Origin {
  readonly templateId?: string
  readonly bulkSendId?: string
  readonly copyOf?: string
}

/** Writes a new draft down, and that it was made: it is what the call made. `from`: what it was made from, where it was not from nothing. Answers it as it is then. */
export async function insertDraft(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  request: SignatureRequest,
  from: Origin = {},
): Promise<SignatureRequest> {
  recordResult(tx, request.id)
  await insertSignatureRequest(tx, request, from.templateId)
  await appendEvent(tx, request.id, {
    type: 'created',
    at: request.createdAt,
    actor: eventActor(actor),
    data: {
      title: request.title,
      documents: request.documents.map(({ id, name }) => ({ documentId: id, name })),
      ...(request.editors?.length ? { editors: request.editors.map(({ email }) => email) } : {}),
      ...from,
    },
  })
  await recordObservers(context, tx, actor, { observers: [] }, request)
  return { ...request, retention: await putUnderRetention(tx, eventActor(actor), request) }
}

function refuseTwice(given: NewRequest['documents']): void {
  const ids = given.map((source) => ('id' in source ? source.id : null))
  const twice = ids.findIndex((id, index) => id !== null && ids.indexOf(id) < index)
  if (twice >= 0) throw wrongField(`documents.${twice}.id`, 'twice', 'Named twice')
}

async function receive(
  context: Context,
  file: Exclude<NewRequest['documents'][number], { readonly id: string }>,
): Promise<ReceivedUpload> {
  return 'receive' in file ? file.receive() : receiveDocument(context, file)
}

export async function toRequestDocument(tx: Transaction, id: string): Promise<RequestDocument> {
  const document = await documents.lockForKeyShare(tx, id)
  if (!document) throw new Refusal('not_found')
  return {
    id: document.id,
    versionId: document.id,
    name: document.name,
    size: Number(document.size),
    pages: document.pages,
    signatureFields: document.signature_fields,
    formFields: document.form_fields,
    formProblem: document.form_problem,
  }
}
