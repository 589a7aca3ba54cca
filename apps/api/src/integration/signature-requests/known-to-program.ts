import type { Observer } from '@countersign/contract/integration/shapes.ts'
import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { listInvitations, type ObserverInvitation } from '#api/signing/observers/repository.ts'
import { listSenderImages } from '#api/signing/signing/appearance/sender-image-repository.ts'
import { listSignedLevels, type SignedLevel } from '#api/signing/signing/repository.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import type { IntegrationRequest } from './integration-request.ts'
import { findAll } from './repository.ts'
import { findSigners } from './signer-repository.ts'

/** What an API user is told of a request besides what the request itself has. */
export interface KnownToProgram {
  readonly integration: Pick<IntegrationRequest, 'custom' | 'callbacks' | 'creatorId'> | undefined
  /** How a signature was made; undefined before. */
  readonly levelOf: (signatureId: string) => SignedLevel | undefined
  readonly referenceOf: (signatureId: string) => string | null
  /** Whether an API user was given the link before that the signer has now. */
  readonly isDisclosed: (signatureId: string) => boolean
  readonly observers: Observer[]
  readonly businessId: string | null
  /** The image that was provided for a signature in a document. */
  readonly imageOf: (signatureId: string) => (documentId: string) => Buffer | undefined
}

export async function findKnown(db: Reader, request: SignatureRequest): Promise<KnownToProgram> {
  const { id, owner } = request
  const signatureIds = request.signatures.map((signature) => signature.id)
  const [integrations, levels, signers, invitations, business, images] = await Promise.all([
    findAll(db, [id]),
    listSignedLevels(db, signatureIds),
    findSigners(db, signatureIds),
    listInvitations(db, request.observers.length > 0 ? [id] : []),
    findBusinessOf(db, owner.id),
    listSenderImages(db, signatureIds),
  ])
  return {
    integration: integrations.get(id),
    levelOf: (signatureId) => levels.get(signatureId),
    referenceOf: (signatureId) => signers.get(signatureId)?.identityReference ?? null,
    isDisclosed: (signatureId) => signers.get(signatureId)?.isLinkDisclosed ?? false,
    observers: invitations.map(presentObserver),
    businessId: business?.id ?? null,
    imageOf: (signatureId) => (documentId) =>
      images.find((image) => image.signatureId === signatureId && image.documentId === documentId)?.png,
  }
}

export const presentObserver = (one: Omit<ObserverInvitation, 'requestId'>): Observer => ({
  id: one.id,
  type: 'USER',
  invited_at: one.invitedAt.toISOString(),
  invited_by: one.invitedBy,
  // Whether there is an account of that email is not told.
  user_info: { id: one.id, email: one.email },
})
