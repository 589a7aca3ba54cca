import type { InputOf } from '@countersign/contract/endpoint.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { sign } from '@countersign/contract/signing.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { Part11Words } from '#web/features/approvals/part11-words.ts'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import type { FieldValue } from '@countersign/contract/field-rules.ts'
import type { ChosenSignature } from '../signatures/signature-choice.ts'

/** What a signer has filled in, by document. */
export type FieldsByDocument = Readonly<Record<string, { id: string; value: FieldValue | null }[]>>

export type SignBody = NonNullable<InputOf<typeof sign>['body']>

/** The documents that the viewer signs, in the order of the request: of the signature that is named, else of all of theirs. */
export function documentsToSign(
  { documents, signatures }: Pick<SignatureRequest, 'documents' | 'signatures'>,
  signatureId: string | undefined,
): SignatureRequest['documents'] {
  const own = signatures.filter((one) => (signatureId ? one.sid === signatureId : one.is_viewer))
  const ids = new Set(own.flatMap((one) => one.document_signatures.map(({ document_id }) => document_id)))
  return documents.filter(({ id }) => ids.has(id))
}

export async function bodyFor(options: {
  request: SignatureRequest
  signatureId: string | undefined
  /** When it was last changed, as it is shown; by default as the request says. */
  readAt?: string
  chosen: ChosenSignature | null
  language: Language
  /** Who signs and why, in words of their own. */
  part11?: Part11Words | null
  /** What the signer has filled in, by document. */
  fields?: FieldsByDocument | null
}): Promise<SignBody> {
  const { request, signatureId, language } = options
  const seal = options.chosen?.seal
  // Left out, a seal shows its own picture.
  const visual = seal === undefined ? { visualSignature: await visualOf(options.chosen) } : {}
  return {
    signatureRequests: [
      {
        signatureRequestId: request.id,
        ...(signatureId !== undefined && { signatureId }),
        updatedAt: options.readAt ?? request.updated_at,
        ...options.part11,
        documentSignatures: documentsToSign(request, signatureId).map(({ id }) => ({
          documentId: id,
          ...visual,
          ...(options.fields?.[id] && { fields: options.fields[id] }),
        })),
      },
    ],
    language,
    timeZone: ownTimeZone(),
    ...(seal !== undefined && { sealAccountName: seal }),
  }
}

/** A kept one by its id, a new one as a picture, the name alone as null. */
export async function visualOf(chosen: ChosenSignature | null) {
  if (chosen?.savedId) return { id: chosen.savedId }
  if (!chosen?.picture) return null
  const { base64Of } = await import('#web/lib/calls/base64.ts')
  const image = { content: await base64Of(chosen.picture), content_type: 'image/png' as const }
  return { image: { ...image, ...(chosen.removeBackground && { removeBackground: true }) } }
}
