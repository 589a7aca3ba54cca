import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { type Transaction, transaction } from '#api/db/transaction.ts'
import { appendEvent, eventActor } from '#api/evidence/append-event.ts'
import { enqueue } from '#api/jobs/enqueue.ts'
import { Refusal, wrongField } from '#api/refusal.ts'
import { allow, ownSignatures } from '#api/signature-requests/policy.ts'
import * as requests from '#api/signature-requests/repository.ts'
import {
  mayStartSigning,
  nameOf,
  type Signature,
  type SignatureRequest,
} from '#api/signature-requests/signature-request.ts'
import * as signings from './repository.ts'

export interface SignItem {
  readonly requestId: string
  readonly signingName: string | null
  readonly signingReason: string | null
  /** Checked PNG by document. */
  readonly images: ReadonlyMap<string, Buffer>
}

export interface Started {
  readonly requestId: string
  readonly signatureId: string
  readonly signingId: string
}

/** Writes down that these are to be signed and adds their jobs, all or none. Nothing is sealed here. */
export async function startSigning(
  context: Context,
  actor: Participant,
  items: readonly SignItem[],
): Promise<Started[]> {
  return transaction(context.db, async (tx) => {
    const started: Started[] = []
    // Always in the same order, so that two calls over the same requests do not wait for each other.
    for (const item of items.toSorted((a, b) => (a.requestId < b.requestId ? -1 : 1)))
      started.push(await startOne(context, tx, actor, item))
    return started
  })
}

async function startOne(
  context: Context,
  tx: Transaction,
  actor: Participant,
  item: SignItem,
): Promise<Started> {
  const request = await requests.findForUpdate(tx, item.requestId)
  allow(request, actor, 'sign')
  const signature = nextToSign(request, actor)
  const running = await signings.findNewest(tx, signature.id)
  // The second click of two: the first one's signing is the answer to both.
  if (running && running.status !== 'ERROR')
    return { requestId: request.id, signatureId: signature.id, signingId: running.id }
  const refusal = mayStartSigning(request, signature, context.now())
  if (refusal) throw new Refusal(refusal)
  checkImages(request, item)
  const signingId = crypto.randomUUID()
  await signings.insertOpen(tx, {
    id: signingId,
    requestId: request.id,
    signatureId: signature.id,
    signingName: signingName(actor, signature, item),
    signingReason: item.signingReason,
    images: Object.fromEntries([...item.images].map(([id, png]) => [id, png.toString('base64')])),
    actor: eventActor(actor),
  })
  await appendEvent(tx, request.id, {
    type: 'signing_started',
    at: context.now(),
    actor: eventActor(actor),
    data: { signatureId: signature.id, signingId },
  })
  await enqueue(
    tx,
    'seal',
    { signingId },
    { key: `seal:${signingId}`, queue: `request:${request.id}`, maxAttempts: 1000, priority: -10 },
  )
  return { requestId: request.id, signatureId: signature.id, signingId }
}

/** Somebody who is asked twice signs twice, one after the other. */
function nextToSign(request: SignatureRequest, actor: Participant): Signature {
  const own = ownSignatures(request, actor)
  const next =
    own.find((one) => one.status === 'OPEN') ?? own.find((one) => one.status === 'WAITING') ?? own.at(-1)
  if (!next) throw new Refusal('not_found')
  return next
}

/** An account signs in its own name. Whoever came by the link does so as the sender named them, or as they say. */
function signingName(actor: Participant, signature: Signature, item: SignItem): string {
  if (actor.kind === 'account') return actor.name
  return signature.firstName || signature.lastName ? nameOf(signature) : item.signingName || signature.email
}

function checkImages(request: SignatureRequest, item: SignItem): void {
  for (const documentId of item.images.keys()) {
    if (!request.documents.some((document) => document.id === documentId))
      throw wrongField('documentId', 'unknown', 'The request has no such document')
  }
}
