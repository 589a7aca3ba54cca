import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { updateSignatureRequest } from '#api/signing/signature-requests/changes/update-signature-request.ts'
import { initiateSignatureRequest } from '#api/signing/signature-requests/drafts/initiate-signature-request.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { checkCallbackUrls } from '../callbacks/refuse-callback-url.ts'
import { actingAccount } from '../acting-account.ts'
import { type ApiRequest, qualityFor, toMailAttachments } from './create-request.ts'
import { withFields } from './integration-request.ts'
import * as repository from './repository.ts'
import { type GivenSigner, referencesOf, type RequestSoFar } from './signer-input.ts'

type ApiRequestUpdate = Partial<
  Omit<ApiRequest, 'documents' | 'signers' | 'title' | 'toInput' | 'observers'>
> & {
  readonly title?: string | null | undefined
  readonly observers?: readonly string[] | undefined
  readonly signers?: readonly GivenSigner[] | undefined
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
  const changed = await updateSignatureRequest(context, actingAccount(actor), id, async (request, tx) => {
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
    }
  })
  if (signers)
    await transaction(context.db, (tx) => repository.saveReferences(tx, referencesOf(signers, changed)))
  return sendWhenComplete(context, actor, changed)
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
