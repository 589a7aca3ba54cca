import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import { wrongTogether } from '#api/signing/signer-fields/wrong-together.ts'
import type { RequestDocument, Signature, SignatureRequest } from '../signature-request.ts'

type Signer = Pick<Signature, 'documents'>

/** What these signers have that another of them has, or one of the others: only of these is something reported. */
export function conflictsOf(
  documents: readonly RequestDocument[],
  signatures: readonly Signer[],
  path: string,
  others: readonly Signer[] = [],
): WrongField[] {
  return [
    ...sharedSignatureFields(signatures, path, others),
    ...wrongTogether(documents, signatures, path, others),
  ]
}

/** What is sent has no such conflict: after the first of the two has signed, the other never could. */
export function refuseConflicts({
  documents,
  signatures,
}: Pick<SignatureRequest, 'documents' | 'signatures'>): void {
  const fields = conflictsOf(documents, signatures, 'signatures')
  if (fields.length > 0) throw new Refusal('validation.failed', { fields })
}

/** One signature field takes one signature. */
function sharedSignatureFields(
  signatures: readonly Signer[],
  path: string,
  others: readonly Signer[],
): WrongField[] {
  const keyOf = ({ documentId, formField }: Signature['documents'][number]) => `${documentId} ${formField}`
  const placed = others.flatMap((other) => other.documents.filter(({ formField }) => formField !== null))
  const taken = new Set(placed.map(keyOf))
  return signatures.flatMap((signature, index) =>
    signature.documents.flatMap((one, at): WrongField[] => {
      if (one.formField === null) return []
      const key = keyOf(one)
      if (!taken.has(key)) {
        taken.add(key)
        return []
      }
      return [
        {
          field: `${path}.${index}.document_signatures.${at}.visual_signature.form_field`,
          code: 'taken',
          message: 'Another signer has this field',
        },
      ]
    }),
  )
}
