import { isLocked, isNamed } from '@countersign/pdf-signature/inspection/field-locks.ts'
import type { WrongField } from '#api/platform/refusal.ts'
import type { SignatureFieldLock } from '#api/platform/values/signer-field.ts'
import type {
  DocumentSignature,
  RequestDocument,
  Signature,
} from '#api/signing/signature-requests/signature-request.ts'
import { furtherPlaces, signatureFieldName } from './placements.ts'
import { formFieldName } from './signer-field.ts'

type PlannedSigner = Pick<Signature, 'id' | 'sequence' | 'documents'>

/** A signature field of the document, which locks others when it is signed. */
interface LockingField {
  readonly name: string
  readonly lock: SignatureFieldLock
  /** Whether it may be signed before the signer in question signs. */
  readonly isFirst: boolean
}

/**
 * What signers couldn’t sign or fill in because another signer’s signature field of the document locks it (ISO 32000-2,
 * 12.8.2.4). Fields that a lock names belong to the signer of its field; all others are free until that one is signed.
 */
export function lockedByOthers(
  { id, signatureFields }: Pick<RequestDocument, 'id' | 'signatureFields'>,
  signers: readonly PlannedSigner[],
  path: string,
): WrongField[] {
  const isHere = ({ documentId }: DocumentSignature) => documentId === id
  return signatureFields.flatMap(({ name, signed, lock }) => {
    if (signed || !lock) return []
    const holder = signers.find(({ documents }) => documents.find(isHere)?.formField === name)
    return signers.flatMap((signer, index) => {
      const at = signer.documents.findIndex(isHere)
      const placed = signer.documents[at]
      if (!placed || signer === holder) return []
      const isFirst = holder !== undefined && maySignFirst(holder, signer)
      return wrongPart(
        { name, lock, isFirst },
        signer.id,
        placed,
        `${path}.${index}.document_signatures.${at}`,
      )
    })
  })
}

/** Of two who may sign at the same time, either may be the first. */
const maySignFirst = (one: PlannedSigner, other: PlannedSigner): boolean =>
  one.sequence < 0 || other.sequence < 0 || one.sequence <= other.sequence

function wrongPart(
  { name, lock, isFirst }: LockingField,
  signatureId: string,
  placed: DocumentSignature,
  path: string,
): WrongField[] {
  const fields = placed.fields.flatMap((field, index): WrongField[] => {
    const isForHolder = lock.action === 'Include' && isNamed(lock, formFieldName(field))
    if (!isForHolder && !(isFirst && isLocked(lock, formFieldName(field)))) return []
    const message = isForHolder
      ? `The signature field “${name}” locks “${field.label}”: only its signer can fill it in`
      : `The signature field “${name}” locks “${field.label}”: its signer has to sign after this one`
    return [{ field: `${path}.fields.${index}`, code: 'locked', message }]
  })
  const own = [
    signatureFieldName(signatureId, placed),
    ...furtherPlaces(signatureId, placed).map((one) => one.name),
  ]
  if (!isFirst || !own.some((one) => isLocked(lock, one))) return fields
  const message = `The signature field “${name}” locks this signature: its signer has to be the last to sign`
  return [{ field: `${path}.visual_signature`, code: 'locked', message }, ...fields]
}
