import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { Refusal, wrongField } from '#api/refusal.ts'
import type { Legislation, Quality } from '#api/qualities/quality.ts'
import { giveTan } from '#api/approvals/give-tan.ts'
import { stepFor } from '#api/approvals/step-of.ts'
import { checkImage } from './check-image.ts'
import * as signings from './repository.ts'
import type { Look } from './choose-visuals.ts'
import { type SignItem, type Started, startSigning } from './start-signing.ts'

export interface SignOrder {
  /** Of the signer (IANA). */
  readonly timeZone?: string | undefined
  /** In which the signer is asked to approve. */
  readonly language: string
  /** Signs in the name of this seal's organisation. */
  readonly sealAccountName?: string | undefined
  /** The code that they wait for. */
  readonly tan?: string | undefined
  readonly signatureRequests: readonly {
    readonly signatureRequestId: string
    readonly signatureId?: string | undefined
    readonly signingName?: string | null | undefined
    readonly signingReason?: string | null | undefined
    readonly quality?: Quality | undefined
    readonly legislation?: Legislation | undefined
    readonly documentSignatures: readonly {
      readonly documentId: string
      readonly visualSignature?:
        | { readonly id?: string | undefined; readonly image?: { readonly content: string } | undefined }
        | null
        | undefined
    }[]
  }[]
}

/**
 * Signs: starts the signings, then waits a moment for the jobs that seal, or that learn from a trust service what the
 * signer has to do. After that the call answers OPEN and they go on without it.
 */
export async function sign(context: Context, actor: Participant, order: SignOrder): Promise<SigningStatus[]> {
  const items: SignItem[] = []
  for (const [index, request] of order.signatureRequests.entries()) {
    if (items.some((item) => item.requestId === request.signatureRequestId))
      throw new Refusal('validation.failed', {
        fields: [
          { field: `signatureRequests.${index}.signatureRequestId`, code: 'twice', message: 'Named twice' },
        ],
      })
    items.push(await toItem(request, `signatureRequests.${index}`, order.timeZone))
  }
  const finished = context.finishedSignings.watch()
  try {
    if (order.tan !== undefined) {
      const requestIds = items.map(({ requestId }) => requestId)
      await giveTan(context, actor, requestIds, order.tan)
    }
    const started = await startSigning(context, actor, items, order)
    await finished.all(await moving(context, started), context.config.signingPatience)
    return await Promise.all(started.map((one) => statusOf(context, actor, one)))
  } finally {
    finished.stop()
  }
}

/** Those that go on by themselves. What was begun just now with a click alone does; the others are looked up. */
async function moving(context: Context, started: readonly Started[]): Promise<string[]> {
  const [clicked, others]: [string[], string[]] = [[], []]
  for (const { isUnderWay, begun, signingId } of started)
    if (isUnderWay) (begun && !begun.approval ? clicked : others).push(signingId)
  return [...clicked, ...(await signings.withoutStep(context.db, others))]
}

type Requested = SignOrder['signatureRequests'][number]
type Visual = Requested['documentSignatures'][number]['visualSignature']

async function toItem(request: Requested, path: string, timeZone: string | undefined): Promise<SignItem> {
  const looks = new Map<string, Look>()
  for (const [index, { documentId, visualSignature }] of request.documentSignatures.entries()) {
    const look = await toLook(visualSignature, `${path}.documentSignatures.${index}.visualSignature`)
    if (look) looks.set(documentId, look)
  }
  return {
    requestId: request.signatureRequestId,
    signatureId: request.signatureId ?? null,
    signingName: request.signingName || null,
    signingReason: request.signingReason || null,
    timeZone: timeZone || null,
    weight:
      request.quality || request.legislation
        ? { quality: request.quality ?? null, legislation: request.legislation ?? null }
        : null,
    looks,
    documents: {
      ids: request.documentSignatures.map(({ documentId }) => documentId),
      field: `${path}.documentSignatures`,
    },
  }
}

/** Undefined where none was named: then it is the account's own choice. */
async function toLook(given: Visual, path: string): Promise<Look | undefined> {
  if (given === null) return { kind: 'name' }
  if (given?.id !== undefined && given.image)
    throw wrongField(path, 'ambiguous', 'Name a kept one or send a picture, not both')
  if (given?.id !== undefined) return { kind: 'kept', id: given.id, field: `${path}.id` }
  if (given?.image)
    return { kind: 'picture', png: await checkImage(given.image.content, `${path}.image.content`) }
  return undefined
}

async function statusOf(context: Context, actor: Participant, started: Started): Promise<SigningStatus> {
  const signing = await signings.findSigning(context.db, started.signingId)
  return {
    signatureRequestId: started.requestId,
    signatureId: started.signatureId,
    status: signing?.status ?? 'ERROR',
    error: signing?.error ?? null,
    step: signing?.status === 'OPEN' ? await stepFor(context, signing.approval_id, actor) : null,
  }
}
