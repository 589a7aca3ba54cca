import type { OutputOf } from '@countersign/contract/endpoint.ts'
import type * as calls from '@countersign/contract/hand-overs.ts'
import type { Tracked } from './follow-hand-over.ts'
import { expiryOf, statusOf } from './hand-over.ts'
import type { Opened } from './open-hand-over.ts'

/** For whoever handed it in, who need not know any of the others: names, and nobody's address. */
export function presentTracked({ handOver, state, course }: Tracked): OutputOf<typeof calls.trackHandOver> {
  return {
    status: statusOf(state, course?.status ?? null),
    title: handOver.title,
    created_at: handOver.createdAt.toISOString(),
    expires_at: expiryOf(handOver).toISOString(),
    creator: course ? { name: course.creatorName } : null,
    signers: (course?.signers ?? []).map(({ name, status, signedAt }) => ({
      name,
      status_code: status,
      signed_at: signedAt ? new Date(signedAt).toISOString() : null,
    })),
  }
}

export function presentOpened(opened: Opened): OutputOf<typeof calls.getHandOver> {
  const { handOver, state, expiresAt, upload, requestId } = opened
  return {
    id: handOver.id,
    title: handOver.title,
    state,
    created_at: handOver.createdAt.toISOString(),
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
