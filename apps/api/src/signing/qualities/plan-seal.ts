import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { QualityChoice } from './quality.ts'
import type { SigningPlan } from './plan.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import type { ChosenVisuals, SignatureLook } from '#api/signing/signing/appearance/choose-visuals.ts'
import { listSenderImages } from '#api/signing/signing/appearance/sender-image-repository.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import * as repository from '#api/business/seals/repository.ts'
import { satisfiesRequest, type Seal, statusOf } from '#api/business/seals/seal.ts'

export interface DocumentToSign {
  readonly request: Pick<SignatureRequest, 'quality' | 'legislation'>
  readonly sealAccountName: string
  /** What the signer wants instead of what the request requires; null if they chose nothing. */
  readonly level: QualityChoice | null
  readonly signatureId: string
  /** A picture for a document, the signer's or the sender's, replaces the seal's. */
  readonly looks: ReadonlyMap<string, SignatureLook>
}

export interface SealPlan extends ChosenVisuals {
  readonly plan: SigningPlan
}

/**
 * How a signature is made with a seal: in the organisation's name, by a person who is asked to sign and has the right on
 * it, with the seal's picture. To those outside its business it looks as if there were none.
 */
export async function planSeal(
  context: Context,
  tx: Transaction,
  actor: Participant,
  { request, sealAccountName, level, looks, signatureId }: DocumentToSign,
): Promise<SealPlan> {
  const membership = actor.kind === 'account' ? await findMembership(tx, actor.accountId) : null
  const found = membership && (await repository.find(tx, membership.business.id, sealAccountName))
  // Held, so that a right that is being taken away is gone or still there for all of this.
  const seal = found && (await repository.lockForShare(tx, found.id))
  if (actor.kind !== 'account' || !seal) throw new Refusal('not_found')
  if (!(await repository.mayUse(tx, seal.id, actor.accountId))) throw new Refusal('seal.not_allowed')
  const { service } = seal
  if (statusOf(seal) !== 'READY' || service === null || !context.trustServices.named(service))
    throw new Refusal('seal.not_ready')
  if (!satisfiesRequest(seal, request) || (level && !gives(seal, request, level)))
    throw new Refusal('signing.quality_unavailable')
  const { id: sealId, sealName, label, legislation } = seal
  const plan: SigningPlan = {
    quality: seal.quality === 'QES' ? 'SEAL_QES' : 'SEAL_AES',
    legislation,
    service,
    party: { kind: 'seal', sealId, sealName, label, certifies: seal.certifies },
    approval: null,
  }
  const image = await repository.findImage(tx, seal.id)
  const given = [...looks].flatMap(([id, look]) => (look.kind === 'picture' ? [[id, look.png] as const] : []))
  const provided = (await listSenderImages(tx, [signatureId])).map(
    (one) => [one.documentId, one.png] as const,
  )
  const pictures = [...(image ? [[sealId, image] as const] : []), ...provided, ...given]
  const images = Object.fromEntries(pictures.map(([id, png]) => [id, png.toString('base64')]))
  return { plan, images, visual: {} }
}

/** A seal gives what it gives: anyone who wants more, or another law, is told. */
function gives(seal: Seal, request: DocumentToSign['request'], level: QualityChoice): boolean {
  const isItsLaw = level.legislation === null || level.legislation === seal.legislation
  return isItsLaw && satisfiesRequest(seal, { ...request, quality: level.quality ?? request.quality })
}
