import type { Nobody } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import * as documents from '#api/documents/documents/repository.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import type { FileAnswer } from '#api/platform/http/bind.ts'
import { ContentMissing } from '#api/providers/document-store/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { lockHandOver, openWithCode } from './access-code.ts'
import { type HandOver, type HandOverState, stateOf } from './hand-over.ts'
import { type Course, findCourse, type HandOverKey, markTakenBack } from './repository.ts'

export interface Tracked {
  readonly handOver: HandOver
  readonly state: HandOverState
  readonly course: Course | null
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function keyOf(given: string): HandOverKey {
  return isId.test(given) ? { id: given } : { tokenHash: hashToken('hand_over', given) }
}

/** How far it has come, for whoever handed it in. */
export async function trackHandOver(context: Context, id: string, code: string | null): Promise<Tracked> {
  const handOver = await openWithCode(context, keyOf(id), code)
  const course = await findCourse(context.db, handOver)
  return { handOver, state: stateOf(handOver, context.now()), course }
}

/**
 * The file, for whoever handed it in: what they gave, and once all have signed what came of it, which is evidence of the
 * request. What is signed by some only is not handed out.
 */
export async function downloadHandOver(
  context: Context,
  actor: Nobody,
  id: string,
  code: string | null,
): Promise<FileAnswer> {
  const { handOver, state, course } = await trackHandOver(context, id, code)
  const signed = course?.status === 'SIGNED' ? course : null
  const sha256 = signed ? signed.version?.sha256 : await contentAsGiven(context, handOver, state)
  if (!sha256) throw new Refusal('not_found')
  const content = await context.documentStore.stream(sha256).catch((error: unknown) => {
    throw error instanceof ContentMissing ? new Refusal('not_found') : error
  })
  if (signed)
    await recordHandingBack(context, actor, handOver, signed).catch((error: unknown) => {
      content.destroy()
      throw error
    })
  return { contentType: 'application/pdf', content, fileName: `${handOver.title}.pdf` }
}

async function contentAsGiven(
  context: Context,
  { upload, documentId }: HandOver,
  state: HandOverState,
): Promise<string | undefined> {
  if (state === 'UNCLAIMED') return upload?.sha256
  const document = documentId ? await documents.find(context.db, documentId) : undefined
  return document?.content_deleted_at ? undefined : document?.sha256
}

function recordHandingBack(
  context: Context,
  { address, userAgent }: Nobody,
  { documentId }: HandOver,
  { requestId, version }: Course,
): Promise<void> {
  return transaction(context.db, (tx) =>
    appendEvent(tx, requestId, {
      type: 'handed_back',
      at: context.now(),
      actor: { kind: 'link', name: null, email: null, address, userAgent },
      data: { documentId, versionId: version?.id, sha256: version?.sha256 },
    }),
  )
}

/** While nobody has claimed it: then it is somebody else's. Its content goes with the next sweep of the store. */
export async function takeBackHandOver(context: Context, named: string, code: string | null): Promise<void> {
  const { id } = await openWithCode(context, keyOf(named), code)
  await transaction(context.db, async (tx) => {
    const handOver = await lockHandOver(context, tx, id)
    const state = stateOf(handOver, context.now())
    if (state === 'CLAIMED') throw new Refusal('hand_over.claimed')
    if (state !== 'UNCLAIMED') throw new Refusal('hand_over.over')
    await markTakenBack(tx, id, context.now())
  })
}
