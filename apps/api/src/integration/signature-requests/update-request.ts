import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { wrongField } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { updateSignatureRequest } from '#api/signing/signature-requests/changes/update-signature-request.ts'
import { initiateSignatureRequest } from '#api/signing/signature-requests/drafts/initiate-signature-request.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { checkCallbackUrls } from '../callbacks/refuse-callback-url.ts'
import { actingAccount } from '../acting-account.ts'
import { type ApiRequest, qualityFor, toMailAttachments } from './create-request.ts'
import { withFields } from './integration-request.ts'
import { readEditors } from './editors.ts'
import { readersOf } from './presenter.ts'
import * as repository from './repository.ts'
import { saveGivenSigners } from './save-given-signers.ts'
import { readImages } from './signer-images.ts'
import type { GivenSigner, RequestSoFar } from './signer-input.ts'

type ApiRequestUpdate = Partial<
  Omit<ApiRequest, 'documents' | 'signers' | 'title' | 'toInput' | 'observers'>
> & {
  readonly title?: string | null | undefined
  readonly observers?: readonly string[] | undefined
  readonly signers?: readonly GivenSigner[] | undefined
  readonly read_access?: readonly string[] | null | undefined
  readonly toInput?: (request: RequestSoFar) => SignerInput[]
}

/** What is left out stays as it is; of the signers those who are left out are removed. */
export async function updateRequest(
  context: Context,
  actor: ApiUserActor,
  id: string,
  given: ApiRequestUpdate,
): Promise<SignatureRequest> {
  checkCallbackUrls(context, given)
  const { signers, toInput } = given
  const images = await readImages(signers ?? [])
  const editors = await readEditors(context.db, actor, { write_access: given.write_access })
  const update = async (request: SignatureRequest, tx: Transaction) => {
    refuseOtherReaders(request, given.read_access)
    const before = (await repository.findAll(tx, [id])).get(id)
    if (before) await repository.save(tx, withFields(before, given))
    return {
      title: given.title ?? undefined,
      message: given.message ?? undefined,
      quality: given.quality ? qualityFor(actor, given.quality) : undefined,
      legislation: given.legislation ?? undefined,
      signatures: signers && toInput ? toInput(request) : undefined,
      observers: given.observers,
      mail_attachments: toMailAttachments(given.attach_on_success),
      editors,
    }
  }
  const changed = await updateSignatureRequest(context, actingAccount(actor), id, update, {
    alongside: (tx, request) => saveGivenSigners(tx, signers ?? [], images, request),
  })
  return sendWhenComplete(context, actor, changed)
}

/** Who reads a request follows from its signers and observers: what it is may be sent back, and nothing else. */
function refuseOtherReaders(request: SignatureRequest, given: readonly string[] | null | undefined): void {
  if (!given) return
  const readers = new Set(readersOf(request))
  if (given.length !== readers.size || given.some((one) => !readers.has(one)))
    throw wrongField('read_access', 'not_supported', 'Follows from signers and observers: add an observer')
}

/** One of `/v2` that waited for its first signer is sent with them. */
export async function sendWhenComplete(
  context: Context,
  actor: ApiUserActor,
  request: SignatureRequest,
): Promise<SignatureRequest> {
  if (request.status !== 'DRAFT' || request.signatures.length === 0) return request
  const integration = (await repository.findAll(context.db, [request.id])).get(request.id)
  return integration?.apiVersion === 2
    ? initiateSignatureRequest(context, actingAccount(actor), request.id)
    : request
}
