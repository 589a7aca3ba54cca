import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { QualityChoice } from './quality.ts'
import type { SigningPlan } from './plan.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import {
  type ChosenVisuals,
  nameAlone,
  type SignatureLook,
} from '#api/signing/signing/appearance/choose-visuals.ts'
import { listSenderImages } from '#api/signing/signing/appearance/sender-image-repository.ts'
import type { SigningVisual } from '#api/platform/db/tables.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import * as repository from '#api/business/seals/repository.ts'
import { satisfiesRequest, type Seal, statusOf } from '#api/business/seals/seal.ts'

export interface DocumentToSign {
  readonly request: Pick<SignatureRequest, 'quality' | 'legislation'>
  readonly sealAccountName: string
  /** What the signer wants instead of what the request requires; null if they chose nothing. */
  readonly level: QualityChoice | null
  readonly signatureId: string
  /** A picture for a document, the signer's or the sender's, replaces the seal's; the name alone shows none. */
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
  const found = await findNamedSeal(tx, actor, sealAccountName)
  // Held, so that a right that is being taken away is gone or still there for all of this.
  const seal = found && (await repository.lockForShare(tx, found.id))
  if (actor.kind !== 'account' || !seal) throw new Refusal('not_found')
  if (!(await repository.mayUse(tx, seal.id, actor.accountId))) throw new Refusal('seal.not_allowed')
  const { service } = seal
  if (statusOf(seal) !== 'READY' || service === null || !context.trustServices.named(service))
    throw new Refusal('seal.not_ready')
  if (!satisfiesRequest(seal, request) || (level && !isGivenBySeal(seal, request, level)))
    throw new Refusal('signing.quality_unavailable')
  const { id: sealId, sealName, organisation, label, legislation } = seal
  const plan: SigningPlan = {
    quality: seal.quality === 'QES' ? 'SEAL_QES' : 'SEAL_AES',
    legislation,
    service,
    party: { kind: 'seal', sealId, sealName, organisation, label, certifies: seal.certifies },
    approval: null,
  }
  return { plan, ...(await visualsOf(tx, seal.id, signatureId, looks)) }
}

/** The one of this name, or id, in the business of the person who signs. */
export async function findNamedSeal(
  tx: Transaction,
  actor: Participant,
  sealAccountName: string,
): Promise<Seal | null> {
  const membership = actor.kind === 'account' ? await findMembership(tx, actor.accountId) : null
  return membership && repository.find(tx, membership.business.id, sealAccountName)
}

/** The seal's picture, and what a document shows in its place. */
async function visualsOf(
  tx: Transaction,
  sealId: string,
  signatureId: string,
  looks: ReadonlyMap<string, SignatureLook>,
): Promise<ChosenVisuals> {
  const image = await repository.findImage(tx, sealId)
  const provided = (await listSenderImages(tx, [signatureId])).filter((one) => !looks.has(one.documentId))
  const pictures = new Map(image ? [[sealId, image]] : [])
  for (const { documentId, png } of provided) pictures.set(documentId, png)
  const visual: Record<string, SigningVisual> = {}
  for (const [documentId, look] of looks) {
    if (look.kind === 'picture') pictures.set(documentId, look.png)
    if (look.kind === 'name') visual[documentId] = nameAlone
    // It is a person's, and what it says of them is not what the seal says.
    if (look.kind === 'kept')
      throw wrongField(look.field, 'not_with_seal', 'A seal is not shown by a visual signature of a person')
  }
  const images = Object.fromEntries([...pictures].map(([id, png]) => [id, png.toString('base64')]))
  return { images, visual }
}

/** A seal gives what it gives: anyone who wants more, or another law, is told. */
export function isGivenBySeal(
  seal: { readonly legislation: string | null },
  request: DocumentToSign['request'],
  level: QualityChoice,
): boolean {
  const isItsLaw = level.legislation === null || level.legislation === seal.legislation
  return isItsLaw && satisfiesRequest(seal, { ...request, quality: level.quality ?? request.quality })
}
