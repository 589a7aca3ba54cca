import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import type { SigningPartyRow, SigningQuality } from '#api/db/tables.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { Refusal } from '#api/refusal.ts'
import type { Asked } from '#api/signature-requests/group-signature.ts'
import type { SignatureRequest } from '#api/signature-requests/signature-request.ts'

/** What has to be done before a signature is made. */
export type ApprovalKind = 'TAN' | 'REAUTHENTICATE' | 'SERVICE'

/** How one signature is made: with which weight, by which trust service, in whose name, after which approval. */
export interface SigningPlan {
  readonly quality: SigningQuality
  readonly legislation: 'ZERTES' | 'EIDAS' | null
  /** A name among `context.trustServices`. */
  readonly service: string
  /** Null: the service signs in its own name. */
  readonly party: SigningPartyRow | null
  /** Null: a click is enough. */
  readonly approval: ApprovalKind | null
  /** Where a TAN goes. */
  readonly destination?: { readonly channel: 'sms' | 'email'; readonly to: string } | undefined
}

/**
 * How this signer signs this request. Throws a Refusal where they cannot: `signing.identification_required` where an
 * identification would open the quality, `signing.quality_unavailable` where nothing they do would.
 */
export async function planSigning(
  _context: Context,
  _tx: Transaction,
  _actor: Participant,
  request: SignatureRequest,
  _signature: Asked,
): Promise<SigningPlan> {
  const { quality } = request
  if (quality !== 'DEMO' && quality !== 'SES') throw new Refusal('signing.quality_unavailable')
  return { quality, legislation: null, service: 'local', party: null, approval: null }
}
