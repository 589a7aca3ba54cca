import type { OutputOf } from '@countersign/contract/endpoint.ts'
import type * as calls from '@countersign/contract/anonymous-uploads.ts'
import type { UploadTracking } from './track-anonymous-upload.ts'
import { expiryOf, statusOf } from './anonymous-upload.ts'
import type { UploadView } from './open-anonymous-upload.ts'

/** For anyone who handed it in, who need not know any of the others: names, and nobody's address. */
export function presentTracked({
  anonymousUpload,
  state,
  course,
}: UploadTracking): OutputOf<typeof calls.trackAnonymousUpload> {
  return {
    status: statusOf(state, course?.status ?? null),
    title: anonymousUpload.title,
    created_at: anonymousUpload.createdAt.toISOString(),
    expires_at: expiryOf(anonymousUpload).toISOString(),
    creator: course ? { name: course.creatorName } : null,
    signers: (course?.signers ?? []).map(({ name, status, signedAt }) => ({
      name,
      status_code: status,
      signed_at: signedAt ? new Date(signedAt).toISOString() : null,
    })),
  }
}

export function presentOpened(opened: UploadView): OutputOf<typeof calls.getAnonymousUpload> {
  const { anonymousUpload, state, expiresAt, upload, requestId } = opened
  return {
    id: anonymousUpload.id,
    title: anonymousUpload.title,
    state,
    created_at: anonymousUpload.createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    signature_request_id: requestId,
    document: upload
      ? {
          name: upload.name,
          size: upload.size,
          sha256: upload.sha256,
          pages: upload.pages.map(({ index, width, height }) => ({ index, width, height })),
        }
      : null,
  }
}
