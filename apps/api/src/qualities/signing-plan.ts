import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import type { SigningPartyRow, SigningQuality } from '#api/db/tables.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { isShownOnEach } from '#api/part11/is-shown.ts'
import { Refusal } from '#api/refusal.ts'
import type { Asked } from '#api/signature-requests/group-signature.ts'
import type { SignatureRequest } from '#api/signature-requests/signature-request.ts'
import { askedOf, findWay } from './find-way.ts'
import { moreWeight } from './more-weight.ts'
import type { Wanted } from './quality.ts'

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

export interface ToPlan {
  readonly request: SignatureRequest
  readonly signature: Asked
  /** What the signer wants in place of what the request asks for; null where they said nothing. */
  readonly weight: Wanted | null
}

/**
 * How this signer signs this request. Throws a Refusal where they cannot: `signing.identification_required` where
 * something they can do would open the quality, `signing.quality_unavailable` where nothing they do would.
 */
export async function planSigning(
  context: Context,
  tx: Transaction,
  actor: Participant,
  { request, signature, weight }: ToPlan,
): Promise<SigningPlan> {
  const asked = askedOf(request)
  const wanted = weight?.quality ? moreWeight(asked, weight.quality, weight.legislation) : asked
  if (!wanted) throw new Refusal('signing.quality_unavailable')
  const { plan, hurdles } = await findWay(context, tx, actor, wanted, signature)
  // Of a request that was not sent as one of regulated records.
  if (plan?.quality === 'PART11' && !isShownOnEach(request, signature))
    throw new Refusal('signing.quality_unavailable')
  if (plan) return plan
  const isHopeless = hurdles.includes('not_offered') || hurdles.includes('business')
  throw new Refusal(isHopeless ? 'signing.quality_unavailable' : 'signing.identification_required')
}
