import type { Legislation, Quality } from '@countersign/contract/values.ts'
import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { FieldInput } from '@countersign/contract/signer-fields.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { readGivenPicture } from '#api/documents/visual-signatures/read-uploaded-picture.ts'
import { checkTan } from '#api/signing/approvals/tans/check-tan.ts'
import { findTan } from '#api/signing/approvals/tans/find-tan.ts'
import { findApproval } from '#api/signing/approvals/repository.ts'
import { stepFor } from '#api/signing/approvals/step-of.ts'
import { checkImage } from './appearance/check-image.ts'
import { base64Content, type ContentOf, readImage } from './appearance/read-image.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import * as signings from './repository.ts'
import type { SignatureLook } from './appearance/choose-visuals.ts'
import { type StartedSigning, startSigning } from './start-signing.ts'
import type { SignItem } from './submission.ts'
import { presentSubmitted } from './submitted.ts'
import { toSign } from './to-sign.ts'

interface GivenImage {
  /** What is in its place in the body. */
  readonly content: string
  /** Of a photograph or a scan. */
  readonly removeBackground?: boolean | undefined
}

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
    readonly updatedAt?: string | undefined
    readonly signingName?: string | null | undefined
    readonly signingReason?: string | null | undefined
    readonly quality?: Quality | undefined
    readonly legislation?: Legislation | undefined
    readonly documentSignatures: readonly {
      readonly documentId: string
      readonly visualSignature?:
        | { readonly id?: string | undefined; readonly image?: GivenImage | undefined }
        | null
        | undefined
      readonly fields?: FieldInput | undefined
    }[]
  }[]
}

/**
 * Signs: starts the signings, then waits a moment for the jobs that apply signatures, or that learn from a trust service what the
 * signer has to do. After that the call answers OPEN and they continue without it.
 */
export async function sign(
  context: Context,
  actor: Participant,
  order: SignOrder,
  contentOf: ContentOf = base64Content,
): Promise<SigningStatus[]> {
  const items: SignItem[] = []
  for (const [index, request] of order.signatureRequests.entries()) {
    if (items.some((item) => item.requestId === request.signatureRequestId))
      throw new Refusal('validation.failed', {
        fields: [
          { field: `signatureRequests.${index}.signatureRequestId`, code: 'twice', message: 'Named twice' },
        ],
      })
    items.push(await toItem(context, request, `signatureRequests.${index}`, order.timeZone, contentOf))
  }
  const finished = context.finishedSignings.watch()
  try {
    const started = await startAndApprove(context, actor, items, order)
    await finished.all(await moving(context, started), context.config.signingPatience)
    return await Promise.all(started.map((one) => statusOf(context, actor, one)))
  } finally {
    finished.stop()
  }
}

/** A code that comes with the call is for what the call says: that is submitted first. */
async function startAndApprove(
  context: Context,
  actor: Participant,
  items: readonly SignItem[],
  order: SignOrder,
): Promise<StartedSigning[]> {
  const { tan, language, sealAccountName } = order
  if (tan === undefined) return startSigning(context, actor, items, { language, sealAccountName })
  const approval = await findTan(context, actor, await signaturesOf(context, actor, items))
  // Of one that is over it says how it ended.
  if (approval.status !== 'OPEN') await checkTan(context, approval.id, tan, actor)
  const answering = { language, sealAccountName, answers: approval.id }
  const started = await startSigning(context, actor, items, answering).catch(async (error: unknown) => {
    // It may have ended since, such as by another wrong code.
    const now = isOver(error) ? await findApproval(context.db, approval.id) : null
    if (now && now.status !== 'OPEN') await checkTan(context, now.id, tan, actor)
    throw error
  })
  await checkTan(context, approval.id, tan, actor)
  return started
}

/** Someone who is asked twice in a request has two approvals: a code is for the signature that the call would sign. */
async function signaturesOf(
  context: Context,
  actor: Participant,
  items: readonly SignItem[],
): Promise<string[]> {
  const found = await requests.findAll(
    context.db,
    items.map(({ requestId }) => requestId),
  )
  return items.map(({ requestId, signatureId }) => {
    const request = found.find(({ id }) => id === requestId)
    const signature = request && toSign(request, actor, signatureId)
    if (!signature) throw new Refusal('approval.over')
    return signature.id
  })
}

const isOver = (error: unknown) => error instanceof Refusal && error.key === 'approval.over'

/** Those that continue by themselves. What was begun just now with a click alone does; the others are looked up. */
async function moving(context: Context, started: readonly StartedSigning[]): Promise<string[]> {
  const [clicked, others]: [string[], string[]] = [[], []]
  for (const { isInProgress, begun, signingId } of started)
    if (isInProgress) (begun && !begun.approval ? clicked : others).push(signingId)
  return [...clicked, ...(await signings.withoutStep(context.db, others))]
}

type OrderedRequest = SignOrder['signatureRequests'][number]
type Visual = OrderedRequest['documentSignatures'][number]['visualSignature']

async function toItem(
  context: Context,
  request: OrderedRequest,
  path: string,
  timeZone: string | undefined,
  contentOf: ContentOf,
): Promise<SignItem> {
  const looks = new Map<string, SignatureLook>()
  for (const [index, { documentId, visualSignature }] of request.documentSignatures.entries()) {
    const field = `${path}.documentSignatures.${index}.visualSignature`
    const look = await toLook(context, visualSignature, field, contentOf)
    if (look) looks.set(documentId, look)
  }
  return {
    requestId: request.signatureRequestId,
    signatureId: request.signatureId ?? null,
    readAt: request.updatedAt === undefined ? null : new Date(request.updatedAt),
    signingName: request.signingName || null,
    signingReason: request.signingReason || null,
    timeZone: timeZone || null,
    level:
      request.quality || request.legislation
        ? { quality: request.quality ?? null, legislation: request.legislation ?? null }
        : null,
    looks,
    isBare:
      request.signingName === undefined &&
      request.signingReason === undefined &&
      request.documentSignatures.length === 0,
    fields: request.documentSignatures.flatMap(({ documentId, fields }, index) =>
      fields ? [{ documentId, fields, path: `${path}.documentSignatures.${index}.fields` }] : [],
    ),
    path,
    documents: {
      ids: request.documentSignatures.map(({ documentId }) => documentId),
      field: `${path}.documentSignatures`,
    },
  }
}

/** Undefined where none was named: then it is the account's own choice. */
export async function toLook(
  context: Context,
  given: Visual,
  path: string,
  contentOf: ContentOf,
): Promise<SignatureLook | undefined> {
  if (given === null) return { kind: 'name' }
  if (given?.id !== undefined && given.image)
    throw wrongField(path, 'ambiguous', 'Name a kept one or send a picture, not both')
  if (given?.id !== undefined) return { kind: 'kept', id: given.id, field: `${path}.id` }
  if (!given?.image) return undefined
  const { content, removeBackground } = given.image
  const field = `${path}.image.content`
  const png = await checkImage(context, await readImage(contentOf(content), field), field)
  return { kind: 'picture', png: removeBackground ? await withoutPaper(context, png, field) : png }
}

/** Of a photograph or a scan: without the paper. */
function withoutPaper(context: Context, png: Buffer, field: string): Promise<Buffer> {
  return readGivenPicture(context, { content: png.toString('base64'), removeBackground: true }, field)
}

/** What the signer has to do, and what will be signed then; to who signs alone. */
export async function pendingFor(
  context: Context,
  signing: signings.Signing | null,
  actor: Participant,
  options: { readonly withPicture?: boolean } = {},
): Promise<Pick<SigningStatus, 'step' | 'submitted'>> {
  const step = signing?.status === 'OPEN' ? await stepFor(context, signing.approval_id, actor) : null
  return { step, ...(signing && step ? { submitted: presentSubmitted(signing, options) } : {}) }
}

async function statusOf(
  context: Context,
  actor: Participant,
  started: StartedSigning,
): Promise<SigningStatus> {
  const signing = await signings.findSigning(context.db, started.signingId)
  return {
    signatureRequestId: started.requestId,
    signatureId: started.signatureId,
    status: signing?.status ?? 'ERROR',
    error: signing?.error ?? null,
    ...(await pendingFor(context, signing, actor)),
  }
}
