import { Requirement } from '@countersign/contract/errors.ts'
import type { UnmetRequirement } from '@countersign/contract/values.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { isLegibleOnEach, isShownOnEach } from '#api/signing/part11/is-shown.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { RequestedSigner } from '#api/signing/signature-requests/signers/group-signature.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { requestedQuality, findSigningOption } from './find-signing-option.ts'
import { levelFor } from './higher-quality.ts'
import type { QualityChoice } from './quality.ts'
import type { SigningPlan } from './plan.ts'

export interface ToPlan {
  readonly request: SignatureRequest
  readonly signature: RequestedSigner
  /** What the signer wants instead of what the request requires; null if they chose nothing. */
  readonly level: QualityChoice | null
}

/**
 * How this signer signs this request. Throws a Refusal where they cannot: with what is missing where something they can do
 * would open the quality, `signing.quality_unavailable` where nothing they do would.
 */
export async function planSigning(
  context: Context,
  tx: Transaction,
  actor: Participant,
  { request, signature, level }: ToPlan,
): Promise<SigningPlan> {
  const requested = requestedQuality(request)
  const wanted = level ? levelFor(requested, level) : requested
  if (!wanted) throw new Refusal('signing.quality_unavailable')
  const { plan, unmet } = await findSigningOption(context, tx, actor, wanted, signature)
  // Of a request that was not sent as one of regulated records.
  if (plan?.quality === 'PART11' && !isShownAsRecord(request, signature))
    throw new Refusal('signing.quality_unavailable')
  if (plan) return plan
  throw refusalOf(unmet)
}

/** How large its fields are was looked at when it was sent as one. */
function isShownAsRecord({ quality }: ToPlan['request'], signature: RequestedSigner): boolean {
  return isShownOnEach(signature) && (quality === 'PART11' || isLegibleOnEach(signature))
}

/** Each that the signer can do something about is named, unless there is one that they can do nothing about. */
function refusalOf(unmet: readonly UnmetRequirement[]): Refusal {
  const requirements = Requirement.options.filter((one) => unmet.includes(one))
  if (requirements.length < unmet.length) return new Refusal('signing.quality_unavailable')
  const isUnidentified = requirements.includes('identification')
  return new Refusal(isUnidentified ? 'signing.identification_required' : 'signing.requirements_unmet', {
    requirements,
  })
}
