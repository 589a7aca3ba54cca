import { createHash } from 'node:crypto'
import type { SubmittedSignature } from '@countersign/contract/signature-request-shapes.ts'
import type { FinalValues } from '#api/signing/signer-fields/final-values.ts'
import type { ChosenVisuals } from './appearance/choose-visuals.ts'
import type { Signing } from './repository.ts'

/** What will be signed, for the person who signs; with the picture where there is one signature to show. */
export function presentSubmitted(signing: Signing, { withPicture = false } = {}): SubmittedSignature {
  const { signing_name: name, signing_reason: reason, images } = signing
  const fields = fieldsOf(signing.field_values)
  const chosen = { images, visual: signing.visual ?? {} }
  const appearance = appearanceOf(chosen)
  if (!withPicture) return { name, reason, appearance, fields }
  return { name, reason, appearance, fields, picture: Object.values(images)[0] ?? null }
}

const fieldsOf = (values: FinalValues): SubmittedSignature['fields'] =>
  Object.entries(values).flatMap(([documentId, ofDocument]) =>
    Object.entries(ofDocument).map(([id, value]) => ({ documentId, id, value })),
  )

/** The documents that show more than the name and the standard lines. */
function appearanceOf({ images, visual }: ChosenVisuals): SubmittedSignature['appearance'] {
  const saved = Object.entries(visual).map(([documentId, { id }]) => {
    return { documentId, kind: 'saved' as const, visualSignatureId: id }
  })
  const ids = new Set(Object.values(visual).map(({ id }) => id))
  const pictures = Object.keys(images)
    .filter((key) => !ids.has(key))
    .map((documentId) => ({ documentId, kind: 'picture' as const, visualSignatureId: null }))
  return [...saved, ...pictures]
}

/** The same with the pictures' fingerprints: the evidence keeps no picture. */
export function appearanceInEvidence(chosen: ChosenVisuals) {
  return appearanceOf(chosen).map(({ documentId, kind, visualSignatureId }) => {
    const image = chosen.images[visualSignatureId ?? documentId]
    return {
      documentId,
      kind,
      ...(visualSignatureId ? { visualSignatureId } : {}),
      ...(image
        ? { imageSha256: createHash('sha256').update(Buffer.from(image, 'base64')).digest('hex') }
        : {}),
    }
  })
}
