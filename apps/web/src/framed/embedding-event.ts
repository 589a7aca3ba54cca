import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { hasSigned, mySignature } from '#web/features/signing/situation.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'

/** Why this link can't be signed, or not any longer (docs: Embedding). What the signer can try again is no error. */
type Reason = 'withdrawn' | 'expired' | 'failed' | 'delegated' | 'link_invalid' | 'unavailable'

/** What the website that shows the frame is told: ids that it knows already, and no secret. */
export interface EmbeddingEvent {
  readonly type: 'countersign.ready' | 'countersign.signed' | 'countersign.declined' | 'countersign.error'
  readonly version: 1
  readonly signatureRequestId: string
  /** Null where the link opened nothing. */
  readonly signatureId: string | null
  readonly reason?: Reason
}

const ends: Partial<Record<SignatureRequest['status_overall'], Reason>> = {
  WITHDRAWN: 'withdrawn',
  EXPIRED: 'expired',
  ERROR: 'failed',
}

/** By what the page shows, not by what was clicked: who comes back after signing finds out too. */
export function eventsOf(request: SignatureRequest): EmbeddingEvent[] {
  const signature = mySignature(request)
  const ids = { version: 1, signatureRequestId: request.id, signatureId: signature?.sid ?? null } as const
  const ready: EmbeddingEvent = { type: 'countersign.ready', ...ids }
  const reason = ends[request.status_overall]
  if (hasSigned(request)) return [ready, { type: 'countersign.signed', ...ids }]
  if (request.status_overall === 'DECLINED') return [ready, { type: 'countersign.declined', ...ids }]
  return reason ? [ready, { type: 'countersign.error', ...ids, reason }] : [ready]
}

export function delegated(request: SignatureRequest): EmbeddingEvent {
  const signatureId = mySignature(request)?.sid ?? null
  return {
    ...{ type: 'countersign.error', version: 1, signatureRequestId: request.id, signatureId },
    reason: 'delegated',
  }
}

/** The page has nothing to show. */
export function failureOf(
  signatureRequestId: string,
  failure: unknown,
  /** What it showed before. */
  shown?: SignatureRequest,
): EmbeddingEvent {
  const isLink = isCallError(failure) && [400, 401, 403, 404].includes(failure.status)
  const isDelegated = isCallError(failure, 'auth.link_delegated')
  const signatureId = (shown && mySignature(shown)?.sid) ?? null
  return {
    ...{ type: 'countersign.error', version: 1, signatureRequestId, signatureId },
    reason: isDelegated ? 'delegated' : isLink ? 'link_invalid' : 'unavailable',
  }
}
