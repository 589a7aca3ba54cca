import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { Refusal } from '#api/refusal.ts'
import { checkImage } from './check-image.ts'
import * as signings from './repository.ts'
import { type SignItem, type Started, startSigning } from './start-signing.ts'

export interface SignOrder {
  readonly signatureRequests: readonly {
    readonly signatureRequestId: string
    readonly signingName?: string | null | undefined
    readonly signingReason?: string | null | undefined
    readonly documentSignatures: readonly {
      readonly documentId: string
      readonly visualSignature?:
        | { readonly id?: string | undefined; readonly image?: { readonly content: string } | undefined }
        | null
        | undefined
    }[]
  }[]
}

// After this long the call answers OPEN and the work goes on as a job.
const patience = 2000

/** Signs: starts the signings, then waits a moment for the jobs that seal. */
export async function sign(context: Context, actor: Participant, order: SignOrder): Promise<SigningStatus[]> {
  const items: SignItem[] = []
  for (const [index, request] of order.signatureRequests.entries()) {
    if (items.some((item) => item.requestId === request.signatureRequestId))
      throw new Refusal('validation.failed', {
        fields: [
          { field: `signatureRequests.${index}.signatureRequestId`, code: 'twice', message: 'Named twice' },
        ],
      })
    items.push(await toItem(request, `signatureRequests.${index}`))
  }
  const finished = context.finishedSignings.watch()
  try {
    const started = await startSigning(context, actor, items)
    await finished.all(
      started.map((one) => one.signingId),
      patience,
    )
    return await Promise.all(started.map((one) => statusOf(context, one)))
  } finally {
    finished.stop()
  }
}

async function toItem(request: SignOrder['signatureRequests'][number], path: string): Promise<SignItem> {
  const images = new Map<string, Buffer>()
  for (const [index, document] of request.documentSignatures.entries()) {
    const content = document.visualSignature?.image?.content
    if (content)
      images.set(
        document.documentId,
        await checkImage(content, `${path}.documentSignatures.${index}.visualSignature.image.content`),
      )
  }
  return {
    requestId: request.signatureRequestId,
    signingName: request.signingName || null,
    signingReason: request.signingReason || null,
    images,
  }
}

async function statusOf(context: Context, started: Started): Promise<SigningStatus> {
  const signing = await signings.findSigning(context.db, started.signingId)
  return {
    signatureRequestId: started.requestId,
    signatureId: started.signatureId,
    status: signing?.status ?? 'ERROR',
    error: signing?.error ?? null,
  }
}
