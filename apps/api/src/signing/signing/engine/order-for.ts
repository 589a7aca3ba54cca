import { peopleOf } from '#api/signing/signature-requests/signers/group-signature.ts'
import {
  isLastToSign,
  isVisible,
  signsDocument,
  type RequestDocument,
  type Signature,
  type SignatureRequest,
} from '#api/signing/signature-requests/signature-request.ts'
import { appearanceLines } from '#api/documents/appearance/appearance-lines.ts'
import { lockedFields, placementsFor, signatureFieldName } from '#api/signing/signer-fields/placements.ts'
import { printedValues } from '#api/signing/signer-fields/printed-values.ts'
import { signedValues } from '#api/signing/signer-fields/signed-values.ts'
import type { NamesOnPage } from '../appearance/name-on-page.ts'
import type { Signing } from '../repository.ts'
import type { DocumentOrder } from './sign-document.ts'

/** Who signs: of a group, the member who does. */
export const signerOf = ({
  signature,
  signing,
}: {
  readonly signature: Signature
  readonly signing: Signing
}) => peopleOf(signature).find(({ memberId }) => memberId === signing.member_id) ?? signature

/** What is signed on one document for one signer: the words and the place, and what was signed before. */
export function orderFor(
  request: SignatureRequest,
  document: RequestDocument,
  signature: Signature,
  signing: Signing,
  base: Uint8Array,
  shown: NamesOnPage,
): DocumentOrder {
  const person = signerOf({ signature, signing })
  const seal = signing.party?.kind === 'seal' ? signing.party : null
  const visual = signing.visual?.[document.id] ?? null
  // A seal shows its own picture, unless the name alone was chosen for this document.
  const kept = visual ? visual.id : (seal?.sealId ?? null)
  const image = signing.images[document.id] ?? (kept === null ? undefined : signing.images[kept])
  // A seal is the organisation's: it is what one reads, and who put it there is below.
  const name = seal?.label ?? signing.signing_name
  const time = signing.executed_at ?? signing.created_at
  const lines = appearanceLines({
    quality: signing.quality,
    legislation: signing.legislation,
    language: person.language,
    name: shown.seal ?? shown.signer,
    sealedBy: seal && shown.signer,
    group: signature.group && { name: shown.group, email: person.email },
    reason: signing.signing_reason,
    time,
    timeZone: signing.time_zone,
    part11: signing.quality === 'PART11' ? { signatureId: signature.id } : null,
    visual,
  })
  const signed = request.signatures
    .filter((one) => one.status === 'SIGNED' && signsDocument(one, document.id))
    .toSorted((a, b) => Number(a.signedAt) - Number(b.signedAt))
  const placed = placedIn(signature, document.id)
  const picture = { lines, ...(image ? { image: Buffer.from(image, 'base64') } : {}) }
  const values = signedValues(signature, document.id, signing)
  return {
    base,
    placements: document.versionId === document.id ? placementsFor(request.signatures, document.id) : [],
    fieldName: signatureFieldName(signature.id, placed),
    values: placed ? printedValues(signature.id, placed, values, { language: person.language, picture }) : [],
    lock: placed ? lockedFields(signature.id, placed) : [],
    earlier: signed.map((one) => signatureFieldName(one.id, placedIn(one, document.id))),
    signer: { name, email: person.email },
    quality: signing.quality === 'DEMO' ? 'DEMO' : 'SES',
    ...(signing.signing_reason ? { reason: signing.signing_reason } : {}),
    ...(visual?.location ? { location: visual.location } : {}),
    time,
    visible: placed && isVisible(placed) ? { lines, image: picture.image ?? null } : null,
    isLast: isLastToSign(request, document.id, signature.id),
    certify: seal?.certifies === true && document.versionId === document.id,
  }
}

const placedIn = ({ documents }: Signature, documentId: string) =>
  documents.find((one) => one.documentId === documentId)
