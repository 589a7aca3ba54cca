import type { AnonymousUploadStatus } from '@countersign/contract/anonymous-uploads.ts'
import type { ReceivedUpload } from '#api/documents/documents/uploads/upload-document.ts'
import type { RequestStatus } from '#api/signing/signature-requests/signature-request.ts'

// A document uploaded without an account: no clock, no I/O.

export interface AnonymousUpload {
  readonly id: string
  readonly title: string
  /** Null once it is claimed, taken back or over. */
  readonly upload: ReceivedUpload | null
  readonly createdAt: Date
  readonly takenBackAt: Date | null
  readonly claimedAt: Date | null
  readonly claimedBy: string | null
  readonly requestId: string | null
  readonly documentId: string | null
}

const day = 86_400_000
/** Nobody claimed it: it is gone. */
export const unclaimedFor = day
/** Nothing is told of it any longer, however far it came. */
export const retentionPeriod = 90 * day

export type AnonymousUploadState = 'UNCLAIMED' | 'CLAIMED' | 'EXPIRED' | 'WITHDRAWN'

export function expiryOf({ createdAt }: AnonymousUpload): Date {
  return new Date(createdAt.getTime() + unclaimedFor)
}

/** By the clock, whether the job that clears up has been there or not. */
export function stateOf(anonymousUpload: AnonymousUpload, now: Date): AnonymousUploadState {
  if (anonymousUpload.claimedAt) return 'CLAIMED'
  if (anonymousUpload.takenBackAt) return 'WITHDRAWN'
  return anonymousUpload.upload && expiryOf(anonymousUpload) > now ? 'UNCLAIMED' : 'EXPIRED'
}

const afterwards: Record<RequestStatus, AnonymousUploadStatus> = {
  DRAFT: 'CLAIMED',
  OPEN: 'SIGNING',
  SIGNED: 'SIGNED',
  DECLINED: 'DECLINED',
  WITHDRAWN: 'WITHDRAWN',
  EXPIRED: 'WITHDRAWN',
  ERROR: 'WITHDRAWN',
}

/** How far it has come. A document that is in no request any longer will not be signed. */
export function statusOf(state: AnonymousUploadState, request: RequestStatus | null): AnonymousUploadStatus {
  if (state !== 'CLAIMED') return state
  return request ? afterwards[request] : 'WITHDRAWN'
}
