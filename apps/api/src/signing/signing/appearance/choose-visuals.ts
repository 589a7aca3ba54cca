import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import type { Participant } from '#api/platform/actor.ts'
import { findVisualPermissions } from '#api/business/businesses/rights.ts'
import { freePermissions } from '#api/documents/visual-signatures/permissions.ts'
import type { SigningVisual } from '#api/platform/db/tables.ts'
import { together } from '#api/platform/db/pipelining.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { wrongField } from '#api/platform/refusal.ts'
import { findWithPictures, type WithPicture } from '#api/documents/visual-signatures/repository.ts'
import { listSenderImages } from './sender-image-repository.ts'
import { defaultParts, withinPermissions } from '#api/documents/visual-signatures/visual-signature.ts'

/** How a signature is to look: a kept visual signature, a picture that came along (checked PNG), the name alone. */
export type SignatureLook =
  | { readonly kind: 'kept'; readonly id: string; readonly field: string }
  | { readonly kind: 'picture'; readonly png: Buffer }
  | { readonly kind: 'name' }

export interface ChosenVisuals {
  /** PNG in base64: one that came along by its document, a kept one by its own id, once for all documents. */
  readonly images: Record<string, string>
  /** By document. */
  readonly visual: Record<string, SigningVisual>
}

/** The standard lines without a picture. */
export const nameAlone: SigningVisual = {
  id: null,
  name: null,
  optionalLine: null,
  location: null,
  ...defaultParts(freePermissions),
  language: null,
}

/** What each document that is signed will show, copied from what is kept now: a later change does not reach a signing under way. */
export async function chooseVisuals(
  tx: Transaction,
  actor: Participant,
  documentIds: readonly string[],
  looks: ReadonlyMap<string, SignatureLook>,
  signatureId: string,
): Promise<ChosenVisuals> {
  const [provided, saved, permissions] = await together([
    findProvided(tx, signatureId, documentIds, looks),
    findKept(tx, actor, documentIds, looks),
    actor.kind === 'account' ? findVisualPermissions(tx, actor.accountId) : Promise.resolve(freePermissions),
  ])
  const bare = bareVisual(permissions)
  const chosen: ChosenVisuals = { images: {}, visual: {} }
  for (const id of documentIds) {
    const look = looks.get(id)
    const picture = look?.kind === 'picture' ? look.png : provided.get(id)
    if (picture) chosen.images[id] = picture.toString('base64')
    if (bare) chosen.visual[id] = bare
    if (picture || (look && look.kind !== 'kept')) continue
    const found = saved.find((one) => (look ? one.id === look.id : one.isDefault))
    // Someone else's looks like one that does not exist.
    if (look && !found) throw wrongField(look.field, 'unknown', 'There is no such visual signature')
    if (!found) continue
    chosen.visual[id] = copyOf(found, permissions)
    if (found.picture && found.kind !== 'text') chosen.images[found.id] ??= found.picture.toString('base64')
  }
  return chosen
}

/** The sender's images, for documents for which the signer chose nothing. */
async function findProvided(
  tx: Transaction,
  signatureId: string,
  documentIds: readonly string[],
  looks: ReadonlyMap<string, SignatureLook>,
): Promise<ReadonlyMap<string, Buffer>> {
  if (documentIds.every((id) => looks.has(id))) return new Map()
  const images = await listSenderImages(tx, [signatureId])
  return new Map(
    images.flatMap(({ documentId, png }) => (looks.has(documentId) ? [] : [[documentId, png] as const])),
  )
}

async function findKept(
  tx: Transaction,
  actor: Participant,
  documentIds: readonly string[],
  looks: ReadonlyMap<string, SignatureLook>,
): Promise<readonly WithPicture[]> {
  if (actor.kind !== 'account') return []
  const ids = [...looks.values()].flatMap((look) => (look.kind === 'kept' ? [look.id] : []))
  const orDefault = documentIds.some((id) => !looks.has(id))
  return ids.length > 0 || orDefault ? findWithPictures(tx, actor.accountId, ids, orDefault) : []
}

/** Where nothing kept says what shows, but the business does not want all of it to show. */
function bareVisual(permissions: VisualSignaturePermissions): SigningVisual | null {
  const parts = defaultParts(permissions)
  if (Object.values(parts).every(Boolean)) return null
  return { ...nameAlone, ...parts }
}

function copyOf(saved: WithPicture, permissions: VisualSignaturePermissions): SigningVisual {
  const { id, name, optionalLine, location, language } = saved
  const { displayDate, displayClaim, displayStandards } = withinPermissions(saved, permissions)
  return { id, name, optionalLine, location, displayDate, displayClaim, displayStandards, language }
}
