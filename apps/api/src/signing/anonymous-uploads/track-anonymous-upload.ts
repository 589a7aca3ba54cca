import type { AnonymousActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import * as documents from '#api/documents/documents/repository.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import type { FileAnswer } from '#api/platform/http/bind.ts'
import { ContentMissing } from '#api/providers/document-store/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { isId } from '#api/platform/values/id.ts'
import { lockAnonymousUpload, openWithCode } from './access-code.ts'
import { type AnonymousUpload, type AnonymousUploadState, stateOf } from './anonymous-upload.ts'
import { type Course, findCourse, type AnonymousUploadKey, markTakenBack } from './repository.ts'

export interface UploadTracking {
  readonly anonymousUpload: AnonymousUpload
  readonly state: AnonymousUploadState
  readonly course: Course | null
}

function keyOf(given: string): AnonymousUploadKey {
  return isId(given) ? { id: given } : { tokenHash: hashToken('hand_over', given) }
}

/** How far it has come, for the person who uploaded it. */
export async function trackAnonymousUpload(
  context: Context,
  id: string,
  code: string | null,
): Promise<UploadTracking> {
  const anonymousUpload = await openWithCode(context, keyOf(id), code)
  const course = await findCourse(context.db, anonymousUpload)
  return { anonymousUpload, state: stateOf(anonymousUpload, context.now()), course }
}

/**
 * The file, for the person who uploaded it: what they gave, and once all have signed what came of it, which is evidence of the
 * request. What is signed by some only is not handed out.
 */
export async function downloadAnonymousUpload(
  context: Context,
  actor: AnonymousActor,
  id: string,
  code: string | null,
): Promise<FileAnswer> {
  const { anonymousUpload, state, course } = await trackAnonymousUpload(context, id, code)
  const signed = course?.status === 'SIGNED' ? course : null
  const sha256 = signed ? signed.version?.sha256 : await contentAsGiven(context, anonymousUpload, state)
  if (!sha256) throw new Refusal('not_found')
  const content = await context.documentStore.stream(sha256).catch((error: unknown) => {
    throw error instanceof ContentMissing ? new Refusal('not_found') : error
  })
  if (signed)
    await recordReturn(context, actor, anonymousUpload, signed).catch((error: unknown) => {
      content.destroy()
      throw error
    })
  return { contentType: 'application/pdf', content, fileName: `${anonymousUpload.title}.pdf` }
}

async function contentAsGiven(
  context: Context,
  { upload, documentId }: AnonymousUpload,
  state: AnonymousUploadState,
): Promise<string | undefined> {
  if (state === 'UNCLAIMED') return upload?.sha256
  const document = documentId ? await documents.find(context.db, documentId) : undefined
  return document?.content_deleted_at ? undefined : document?.sha256
}

function recordReturn(
  context: Context,
  { address, userAgent }: AnonymousActor,
  { documentId }: AnonymousUpload,
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

/** While nobody has claimed it: then it is someone else's. Its content goes with the next sweep of the store. */
export async function withdrawAnonymousUpload(
  context: Context,
  named: string,
  code: string | null,
): Promise<void> {
  const { id } = await openWithCode(context, keyOf(named), code)
  await transaction(context.db, async (tx) => {
    const anonymousUpload = await lockAnonymousUpload(context, tx, id)
    const state = stateOf(anonymousUpload, context.now())
    if (state === 'CLAIMED') throw new Refusal('anonymous_upload.claimed')
    if (state !== 'UNCLAIMED') throw new Refusal('anonymous_upload.over')
    await markTakenBack(tx, id, context.now())
  })
}
