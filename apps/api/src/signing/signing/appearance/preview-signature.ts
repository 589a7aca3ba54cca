import type { Participant } from '#api/platform/actor.ts'
import { type Reader, transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { find as findDocument } from '#api/documents/documents/repository.ts'
import { appearanceLines } from '#api/documents/appearance/appearance-lines.ts'
import { pictureOfField } from '#api/documents/visual-signatures/render-preview.ts'
import { requestedQuality, findSigningOption } from '#api/signing/qualities/find-signing-option.ts'
import type { RequestedSigner } from '#api/signing/signature-requests/signers/group-signature.ts'
import { allow, requestedSignerOf, ownSignatures } from '#api/signing/signature-requests/policy.ts'
import { find } from '#api/signing/signature-requests/repository.ts'
import { chooseVisuals, type SignatureLook } from './choose-visuals.ts'
import { namesOnPage } from './name-on-page.ts'
import { nameToSign } from './name-to-sign.ts'

export interface FieldToPreview {
  readonly requestId: string
  readonly signatureId: string
  readonly documentId: string
  /** Undefined: as the account has it. */
  readonly look: SignatureLook | undefined
  readonly signingName: string | null
  readonly timeZone: string | null
}

/** PNG: the field as it would be printed if one signed now. Nothing of it is kept. */
export async function previewSignature(
  context: Context,
  actor: Participant,
  { requestId, signatureId, documentId, look, signingName, timeZone }: FieldToPreview,
): Promise<Uint8Array> {
  const request = await find(context.db, requestId)
  allow(request, actor, 'sign')
  const own = ownSignatures(request, actor).find(({ id }) => id === signatureId)
  const signature = own && requestedSignerOf(own, actor)
  const size = signature && (await findSize(context, signature, documentId))
  if (!signature || !size) throw new Refusal('not_found')
  const looks = new Map(look ? [[documentId, look]] : [])
  const { visual: visuals, images } = await transaction(context.db, (tx) =>
    chooseVisuals(tx, actor, [documentId], looks, signature.id),
  )
  const option = await findSigningOption(context, context.db, actor, requestedQuality(request), signature)
  const visual = visuals[documentId] ?? null
  const image = images[documentId] ?? (visual?.id ? images[visual.id] : undefined)
  const time = context.now()
  const name = nameToSign(actor, signature, signingName, option.plan?.party ?? null)
  const shown = await namesOnPage(context, { name, email: signature.email, group: signature.group })
  const lines = appearanceLines({
    quality: option.quality,
    legislation: option.legislation,
    language: signature.language,
    name: shown.signer,
    group: signature.group && { name: shown.group, email: signature.email },
    reason: null,
    time,
    timeZone,
    visual,
  })
  return pictureOfField(context, { ...size, lines, image: image ? Buffer.from(image, 'base64') : null, time })
}

/** Where the sender placed it, or the document's own field; null where it is not seen. */
async function findSize(
  { db }: Context,
  signature: RequestedSigner,
  documentId: string,
): Promise<{ width: number; height: number } | null> {
  const placed = signature.documents.find((one) => one.documentId === documentId)
  if (!placed) return null
  const place =
    placed.places[0] ?? (placed.formField && (await findFieldPlace(db, documentId, placed.formField)))
  return place ? { width: place.width, height: place.height } : null
}

async function findFieldPlace(db: Reader, documentId: string, field: string) {
  const document = await findDocument(db, documentId)
  return document?.signature_fields.find(({ name }) => name === field)?.places[0]
}
