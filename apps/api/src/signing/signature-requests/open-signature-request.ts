import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from './append-event.ts'
import { findForReader } from './find-for-reader.ts'
import { type RequestedSigner, groupInEvidence } from './signers/group-signature.ts'
import { markOpened as markMemberOpened } from './signers/members-repository.ts'
import { allow, ownSignatures, requestedSignerOf } from './policy.ts'
import * as repository from './repository.ts'
import type { SignatureRequest } from './signature-request.ts'
import { markOpened as markSignatureOpened, markViewed } from './signers/signer-repository.ts'

/** Reads a request for someone who may see it, as part of something else: that they looked at it is not noted. */
export async function readSignatureRequest(
  context: Context,
  actor: Participant,
  id: string,
): Promise<SignatureRequest> {
  const request = await findForReader(context.db, actor, id)
  allow(request, actor, 'see')
  return request
}

/** Reads a request for someone who may see it; a signer's first look at it is evidence. */
export async function openSignatureRequest(
  context: Context,
  actor: Participant,
  id: string,
): Promise<SignatureRequest> {
  const request = await readSignatureRequest(context, actor, id)
  const unseen = unseenBy(request, actor)
  await noteView(context, request, actor)
  if (unseen.length === 0) return request
  await transaction(context.db, async (tx) => {
    // Whose they are is asked again: one may have been delegated in this instant.
    const locked = await repository.lockForNoKeyUpdate(tx, id)
    for (const signature of locked ? unseenBy(locked, actor) : [])
      if (await markOpened(tx, signature, context.now()))
        await appendEvent(tx, id, {
          type: 'opened',
          at: context.now(),
          actor: eventActor(actor),
          data: { signatureId: signature.id, ...groupInEvidence(signature) },
        })
  })
  return request
}

const viewStep = 60_000

/** The signer's last look, to the minute: a page that asks again and again doesn't write each time. */
async function noteView(context: Context, request: SignatureRequest, actor: Participant): Promise<void> {
  if (request.status === 'DRAFT') return
  const now = context.now()
  const own = ownSignatures(request, actor).filter(
    ({ viewedAt }) => !viewedAt || now.getTime() - viewedAt.getTime() >= viewStep,
  )
  if (own.length > 0) await markViewed(context.db, own, now)
}

/** What is asked of the actor and was not looked at yet: by a group's member, by this one. */
function unseenBy(request: SignatureRequest, actor: Participant): RequestedSigner[] {
  if (request.status === 'DRAFT') return []
  return request.signatures.flatMap((signature) => {
    const signer = requestedSignerOf(signature, actor)
    return signer && !signer.openedAt ? [signer] : []
  })
}

async function markOpened(tx: Transaction, { id, memberId }: RequestedSigner, at: Date): Promise<boolean> {
  if (memberId) return markMemberOpened(tx, memberId, at)
  return markSignatureOpened(tx, id, at)
}
