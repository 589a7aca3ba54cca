import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { isMine } from '#web/lib/requests/is-mine.ts'

/** Where one is with a request: decides what the screen says and whether it offers to sign. */
export type Situation =
  | 'draft'
  | 'to_sign'
  | 'signing'
  | 'not_in_turn'
  | 'signed_waiting'
  | 'waiting'
  | 'completed'
  | 'declined'
  | 'withdrawn'
  | 'expired'
  | 'error'

const closed: Partial<Record<SignatureRequest['status_overall'], Situation>> = {
  DRAFT: 'draft',
  SIGNED: 'completed',
  DECLINED: 'declined',
  WITHDRAWN: 'withdrawn',
  EXPIRED: 'expired',
  ERROR: 'error',
}

type Signature = SignatureRequest['signatures'][number]

/** What a group of mine is asked for, or another one of it has signed. */
export function groupSignature(request: SignatureRequest): Signature | undefined {
  return request.signatures.find((signature) => signature.signer_group && isMine(signature))
}

export function situationOf(request: SignatureRequest): Situation {
  const over = closed[request.status_overall]
  if (over) return over
  const mine = request.signatures.filter(isMine)
  if (mine.some((signature) => signature.signing?.status === 'OPEN')) return 'signing'
  if (request.viewer.can.sign) return 'to_sign'
  // Its end is written down within a minute; nobody can sign it meanwhile.
  if (mine.some((signature) => signature.status_code === 'OPEN') && isPast(request)) return 'expired'
  if (mine.some((signature) => signature.status_code === 'WAITING')) return 'not_in_turn'
  if (mine.some((signature) => signature.status_code === 'SIGNED')) return 'signed_waiting'
  return 'waiting'
}

function isPast({ expiration_date: end }: SignatureRequest): boolean {
  return end !== null && Date.parse(end) <= Date.now()
}

/** Whether the signature that is asked for takes an identity check first. */
export function needsIdentityCheck({ viewer }: SignatureRequest): boolean {
  return viewer.can.sign && (viewer.signing?.unmet.includes('identification') ?? false)
}

/** How the request ended for the person who looks at it, other than by signing; null while it continues. */
export function endOf(situation: Situation): 'declined' | 'error' | null {
  if (situation === 'declined') return 'declined'
  return ['withdrawn', 'expired', 'error'].includes(situation) ? 'error' : null
}

/** The signature that is mine to make now; the same person may have several. */
export function mySignature(request: SignatureRequest) {
  const mine = request.signatures.filter(isMine)
  return mine.find((signature) => signature.status_code === 'OPEN') ?? mine[0]
}

/** Nothing is left for me to sign. */
export const hasSigned = (request: SignatureRequest): boolean =>
  mySignature(request)?.status_code === 'SIGNED'

/** What the last try of mine failed with, when I may try again. */
export function lastFailure(request: SignatureRequest): string | null {
  const signing = mySignature(request)?.signing
  return request.viewer.can.sign && signing?.status === 'ERROR' ? (signing.error ?? 'signing_failed') : null
}
