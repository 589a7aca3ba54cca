import type { LinkActor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { askedOf } from '#api/qualities/find-way.ts'
import { legislationOf } from '#api/qualities/quality.ts'
import { Refusal } from '#api/refusal.ts'
import * as requests from '#api/signature-requests/repository.ts'
import { findPayer } from './coverage.ts'

/** Does the sender’s business pay for the identification that this request asks its guest for? */
export async function findRequestPayment(
  context: Context,
  actor: LinkActor,
  requestId: string,
): Promise<boolean> {
  const request = requestId === actor.requestId ? await requests.find(context.db, requestId) : null
  if (!request) throw new Refusal('not_found')
  const legislation = legislationOf(askedOf(request)) ?? 'ZERTES'
  return (await findPayer(context.db, actor, { legislation, requestId })) !== null
}
