import type { ApiUserActor } from '#api/platform/actor.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { sendDraft } from '#api/signing/signature-requests/drafts/initiate-signature-request.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { actingAccount } from '../acting-account.ts'
import * as repository from './repository.ts'

/**
 * One of `/v2` that waited for its first signer is sent with them, in the transaction that adds them: a signer who can't be
 * asked isn't kept, or a client that tries again would add them twice.
 */
export async function sendWhenComplete(
  context: Context,
  tx: Transaction,
  actor: ApiUserActor,
  request: SignatureRequest,
): Promise<SignatureRequest> {
  if (request.status !== 'DRAFT' || request.signatures.length === 0) return request
  const integration = (await repository.findAll(tx, [request.id])).get(request.id)
  return integration?.apiVersion === 2 ? sendDraft(context, tx, actingAccount(actor), request) : request
}
