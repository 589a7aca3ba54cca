import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { requestedQuality } from '#api/signing/qualities/find-signing-option.ts'
import { legislationOf } from '#api/signing/qualities/quality.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { requestedSignerOf } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { findPayer } from './coverage.ts'

/** Is the identity check that this request requires of this signer paid for? */
export async function findRequestPayment(
  context: Context,
  actor: Participant,
  requestId: string,
): Promise<boolean> {
  const request = await requests.find(context.db, requestId)
  const isAsked =
    request &&
    request.status !== 'DRAFT' &&
    request.signatures.some((signature) => requestedSignerOf(signature, actor))
  if (!isAsked) throw new Refusal('not_found')
  const legislation = legislationOf(requestedQuality(request)) ?? 'ZERTES'
  return (await findPayer(context, actor, { legislation, requestId })) !== null
}
