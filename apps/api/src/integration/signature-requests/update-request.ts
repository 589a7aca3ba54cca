import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { wrongField } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import {
  type RequestUpdate,
  updateSignatureRequest,
} from '#api/signing/signature-requests/changes/update-signature-request.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { checkCallbackUrls } from '../callbacks/refuse-callback-url.ts'
import { actingAccount } from '../acting-account.ts'
import { type ApiRequest, qualityFor, toMailAttachments } from './create-request.ts'
import { withFields } from './integration-request.ts'
import { readEditors } from './editors.ts'
import { presentAttached } from './presenter.ts'
import { refuseReadOnly } from './read-only-fields.ts'
import * as repository from './repository.ts'
import { saveGivenSigners } from './save-given-signers.ts'
import { sendWhenComplete } from './send-when-complete.ts'
import { readImages } from './signer-images.ts'
import type { GivenSigner, RequestSoFar } from './signer-input.ts'

type ApiRequestUpdate = Partial<
  Omit<ApiRequest, 'documents' | 'signers' | 'title' | 'toInput' | 'observers'>
> & {
  readonly title?: string | null | undefined
  readonly observers?: readonly string[] | undefined
  readonly signers?: readonly GivenSigner[] | undefined
  readonly toInput?: (request: RequestSoFar) => SignerInput[]
}

/**
 * What is left out stays as it is; of the signers those who are left out are removed. `body` is the call's as it was sent: it
 * may hold what only the answer has.
 */
export async function updateRequest(
  context: Context,
  actor: ApiUserActor,
  id: string,
  given: ApiRequestUpdate,
  body: unknown,
): Promise<SignatureRequest> {
  checkCallbackUrls(context, given)
  const { signers, toInput } = given
  const images = await readImages(context, signers ?? [])
  const update = async (request: SignatureRequest, tx: Transaction): Promise<RequestUpdate> => {
    const before = (await repository.findAll(tx, [id])).get(id)
    refuseReadOnly(request, before, actor, body)
    if (before) await repository.save(tx, withFields(before, given))
    return {
      ...ownFields(request, actor, given),
      signatures: signers && toInput ? toInput(request) : undefined,
      observers: given.observers,
      editors: given.write_access == null ? undefined : await readEditors(tx, actor, request, given),
    }
  }
  return updateSignatureRequest(context, actingAccount(actor), id, update, {
    alongside: (tx, request) => saveGivenSigners(tx, signers ?? [], images, request),
    conclude: (tx, request) => sendWhenComplete(context, tx, actor, request),
  })
}

/** Null takes away what a request may be without; of anything else it says nothing. */
function ownFields(
  request: SignatureRequest,
  actor: ApiUserActor,
  { title, message, quality, legislation, attach_on_success: attached }: ApiRequestUpdate,
): RequestUpdate {
  return {
    title: title ?? undefined,
    message: message === null ? '' : message,
    quality: quality ? changedQuality(request, actor, quality) : undefined,
    legislation,
    mail_attachments:
      attached === undefined || isAnswered(request, attached) ? undefined : toMailAttachments(attached ?? []),
  }
}

/**
 * What was answered may be sent back. A demonstration changes its own requests, which stay demonstrations; another’s real
 * request would become one by that, and a signature in it worthless.
 */
function changedQuality(
  { quality: current }: SignatureRequest,
  actor: ApiUserActor,
  quality: string,
): string {
  if (quality === current) return current
  if (actor.environment === 'DEMO' && current !== 'DEMO')
    throw wrongField('quality', 'read_only', 'Can’t be changed by an API user of the environment DEMO')
  return qualityFor(actor, quality)
}

/** Where nobody has chosen it is as the business has it, and the answer is empty: sent back, that isn't a choice. */
function isAnswered(request: SignatureRequest, attached: ApiRequest['attach_on_success']): boolean {
  const shown = presentAttached(request)
  return attached?.length === shown.length && shown.every((one) => attached.includes(one))
}
