import { runUnkeyed, undoResult } from '#api/platform/db/call-result.ts'
import type { VisualSignature } from '@countersign/contract/integration/shapes.ts'
import * as seals from '#api/business/seals/repository.ts'
import { statusOf } from '#api/business/seals/seal.ts'
import type { UploadSource } from '#api/documents/documents/uploads/upload-document.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { deleteSignatureRequest } from '#api/signing/signature-requests/ending/delete-signature-request.ts'
import { readSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { sign } from '#api/signing/signing/sign.ts'
import { actingAccount } from '../acting-account.ts'
import { createRequest } from '../signature-requests/create-request.ts'
import { withNamesOfOneSigner, withNamesOfV2 } from '../given-names.ts'
import { fromV2 } from '../signature-requests/signer-input.ts'

interface DocumentToSeal {
  readonly content: UploadSource['content']
  readonly title?: string | null | undefined
  readonly account_name?: string | null | undefined
  readonly visual_signature?: VisualSignature | null | undefined
}

/**
 * Seals a document in one call: a request of which the API user is the only signer, signed with the seal at once, by the
 * use cases of any request. Answers the sealed version's id.
 */
export async function sealDocument(
  context: Context,
  actor: ApiUserActor,
  given: DocumentToSeal,
): Promise<string> {
  if (actor.environment === 'DEMO') throw new Refusal('seal.demonstration')
  const sealAccountName = await nameOfSeal(context, actor, given.account_name)
  const request = await withNamesOfOneSigner(withNamesOfV2(requestFor(context, actor, given)))
  return seal(context, actor, request, sealAccountName)
}

/** Of a call that was interrupted: its request is sealed now, unless it is already. Answers the sealed version's id. */
export async function resumeSealing(
  context: Context,
  actor: ApiUserActor,
  requestId: string,
  named: string | null | undefined,
): Promise<string> {
  const request = await readSignatureRequest(context, actingAccount(actor), requestId)
  const sealed = versionOf(request)
  if (sealed !== null) return sealed
  if (request.status !== 'OPEN') throw new Refusal('not_found')
  return seal(context, actor, request, await nameOfSeal(context, actor, named))
}

async function seal(
  context: Context,
  actor: ApiUserActor,
  request: SignatureRequest,
  sealAccountName: string,
): Promise<string> {
  try {
    await signWithSeal(context, actor, request, sealAccountName)
  } catch (error) {
    const sealed = versionOf(await requests.find(context.db, request.id))
    // By an interrupted call, in this moment.
    if (sealed !== null) return sealed
    await runUnkeyed(() => remove(context, actor, request.id))
    undoResult()
    throw error
  }
  const sealed = versionOf(await requests.find(context.db, request.id))
  if (sealed === null) throw new Refusal('service.unavailable', { retryAfter: 30 })
  return sealed
}

/** Null while it isn't sealed. */
function versionOf(request: SignatureRequest | null): string | null {
  return request?.status === 'SIGNED' ? (request.documents[0]?.versionId ?? null) : null
}

/** The one that is named, or the first that is ready. */
async function nameOfSeal(
  { db }: Context,
  { businessId }: ApiUserActor,
  named: string | null | undefined,
): Promise<string> {
  if (named) {
    const seal = await seals.find(db, businessId, named)
    if (!seal) throw wrongField('account_name', 'unknown', 'Your business has no such seal')
    return seal.accountName
  }
  const all = await seals.list(db, businessId)
  const [first] = all
    .filter((seal) => statusOf(seal) === 'READY')
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  if (!first) throw new Refusal('seal.not_ready')
  return first.accountName
}

function requestFor(
  context: Context,
  actor: ApiUserActor,
  { content, title, visual_signature }: DocumentToSeal,
): Promise<SignatureRequest> {
  const signers = [{ account_email: actor.username, sequence: -1, notify: false, visual_signature }]
  const named = title || 'Document'
  return createRequest(context, actor, 2, {
    title: named,
    // The least that is required: the seal decides what it is.
    quality: 'SES',
    documents: [{ name: `${named}.pdf`, content }],
    signers,
    observers: [],
    isSeal: true,
    toInput: (request) => fromV2(signers, request),
  })
}

/** How long a trust service may take: clients wait for the answer. */
const patience = 60_000

async function signWithSeal(
  context: Context,
  actor: ApiUserActor,
  request: SignatureRequest,
  sealAccountName: string,
): Promise<void> {
  const account = actingAccount(actor)
  const documentSignatures = request.documents.map(({ id }) => ({ documentId: id }))
  const order = {
    language: account.language,
    sealAccountName,
    signatureRequests: [{ signatureRequestId: request.id, documentSignatures }],
  }
  const until = Date.now() + patience
  // Asked again, it waits for the same signing.
  for (;;) {
    const [signing] = await sign(context, account, order)
    if (signing?.status === 'SIGNED') return
    if (signing?.status !== 'OPEN' || Date.now() > until)
      throw new Refusal('service.unavailable', { retryAfter: 30 })
  }
}

/** Nothing stays of one that failed but its evidence. */
async function remove(context: Context, actor: ApiUserActor, id: string): Promise<void> {
  for (const outcome of ['withdrawn', 'deleted'])
    await deleteSignatureRequest(context, actingAccount(actor), id).catch((error: unknown) => {
      context.log.warn({ err: error, outcome }, 'a request to seal a document stays')
    })
}
