import type { SignerV2, SignerV3, VisualSignature } from '@countersign/contract/integration/shapes.ts'
import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import { wrongField } from '#api/platform/refusal.ts'
import { presentPlace } from '#api/signing/signature-requests/place.ts'
import type { Signature, SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'

export type GivenSigner = GivenV2 | GivenV3
type GivenV2 = SignerV2 & { readonly sid?: string | null | undefined }
type GivenV3 = SignerV3 & { readonly sid?: string | null | undefined }

/**
 * Signers of `/v2`: each signs the one document, perhaps at a place of their own. Of a request with several documents `/v2` shows
 * the first: what a signer signs besides, and fills in, stays.
 */
export function fromV2(given: readonly GivenV2[], request: RequestSoFar): SignerInput[] {
  const [document] = request.documents
  return given.map((signer, index) => {
    const existing = existingSigner(request, given, index)
    const visual = signer.visual_signature
    if (visual && existing && !existing.documents.some(({ documentId }) => documentId === document?.id))
      throw wrongField(
        `signatures.${index}.visual_signature`,
        'not_supported',
        'This signer doesn’t sign the first document: use /v3',
      )
    const kept = existingDocuments(existing)
    const documents = existing || !document || !visual ? kept : [{ document_id: document.id }]
    return {
      ...sharedInput(signer, existing),
      signer_group_id: emailOf(signer) ? undefined : existing?.group?.id,
      all_documents: existing?.allDocuments ?? true,
      document_signatures: documents.map((one) =>
        visual === undefined || one.document_id !== document?.id
          ? one
          : { ...one, visual_signature: toVisual(visual) },
      ),
    }
  })
}

/** Signers of `/v3`: of all documents, or of those that are listed. */
export function fromV3(given: readonly GivenV3[], request: RequestSoFar): SignerInput[] {
  return given.map((signer, index) => {
    const existing = existingSigner(request, given, index)
    const listed = signer.document_signatures
    return {
      ...sharedInput(signer, existing),
      signer_group_id: signer.signer_group_id ?? undefined,
      ...(listed == null
        ? {
            all_documents: existing?.allDocuments ?? true,
            document_signatures: existingDocuments(existing),
          }
        : {
            // An answer lists all of them, also of a signer who signs those that are added later.
            all_documents: (existing?.allDocuments && listsAll(listed, request)) || undefined,
            document_signatures: listed.map(({ document_id, visual_signature }) => ({
              document_id,
              visual_signature:
                visual_signature === undefined
                  ? existingVisual(existing, document_id)
                  : toVisual(visual_signature),
            })),
          }),
    }
  })
}

const listsAll = (listed: readonly { readonly document_id: string }[], { documents }: RequestSoFar) =>
  documents.every(({ id }) => listed.some(({ document_id }) => document_id === id))

/** Of a request that is made: its documents; of one that is changed: its signers too. */
export interface RequestSoFar {
  readonly documents: readonly { readonly id: string }[]
  readonly signatures: readonly Signature[]
}

/**
 * Clients that send back what they were given name a signer by `sid`, others by the email alone: of several with the same
 * email each is meant once, in their order.
 */
function existingSigner(
  { signatures }: RequestSoFar,
  given: readonly GivenSigner[],
  index: number,
): Signature | undefined {
  const signer = given[index]
  if (signer?.sid) return signatures.find(({ id }) => id === signer.sid)
  const email = signer && emailOf(signer)
  const named = new Set(given.map(({ sid }) => sid))
  const unnamed = signatures.filter((one) => one.email === email && !named.has(one.id))
  const before = given.slice(0, index).filter((one) => !one.sid && emailOf(one) === email).length
  return email ? unnamed[before] : undefined
}

export const emailOf = ({ account_email, signer_identity_data }: GivenSigner) =>
  account_email ?? signer_identity_data?.email_address

function sharedInput(signer: GivenSigner, existing: Signature | undefined) {
  const identity = signer.signer_identity_data
  const {
    identity_reference: _reference,
    identification_require_evidence: _evidence,
    ...person
  } = identity ?? {}
  return {
    sid: signer.sid ?? existing?.id,
    account_email: signer.account_email,
    signer_identity_data: identity && { ...person, email_address: identity.email_address },
    sequence: signer.sequence ?? -1,
    notify: signer.notify ?? true,
    language: signer.language,
  } satisfies Partial<SignerInput>
}

function toVisual(visual: VisualSignature | null) {
  if (!visual) return null
  const { image: _, ...placed } = visual
  return placed as Exclude<SignerInput['document_signatures'], undefined>[number]['visual_signature']
}

/** What the signer signs now, and where it shows. */
const existingDocuments = (existing: Signature | undefined) =>
  (existing?.documents ?? []).map(({ documentId }) => ({
    document_id: documentId,
    visual_signature: existingVisual(existing, documentId),
  }))

/** Where the signature shows now, for a change that says nothing of it. */
function existingVisual(existing: Signature | undefined, documentId: string | undefined) {
  const placed = existing?.documents.find((one) => one.documentId === documentId)
  if (!placed) return null
  if (placed.formField !== null) return { form_field: placed.formField }
  return placed.places.length > 0 ? { positions: placed.places.map(presentPlace) } : null
}

/** The references that were given to the signers of the request that came of it. */
export function referencesOf(given: readonly GivenSigner[], request: SignatureRequest) {
  return request.signatures.flatMap(({ id, email }, index) => {
    const signer = given[index]
    const reference = signer?.signer_identity_data?.identity_reference
    return signer && reference !== undefined && (emailOf(signer) ?? '') === email
      ? [{ signatureId: id, email, identityReference: reference }]
      : []
  })
}
