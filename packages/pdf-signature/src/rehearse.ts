import { randomUUID } from 'node:crypto'
import type { Inspection } from './inspect.ts'
import { PdfError } from './pdf-error.ts'
import { placeSignatureFields } from './place-fields.ts'
import { hashPrefix } from './prefix-hash.ts'
import { prepareDocumentTimestamp, prepareSignature } from './prepare.ts'
import { signDigest, stampDigest, throwawayIdentities } from './rehearsal/throwaway-identities.ts'
import { embedSignature } from './contents-placeholder.ts'
import { validatePdf } from './validate.ts'
import type { FindingCode } from './validation/finding-codes.ts'
import { addValidationData } from './validation-data.ts'

/** What is found wrong with a signature of the file: codes of the validation, or the reason why there is none. */
export type RehearsalProblem = FindingCode | PdfError['code'] | 'signature_missing'

/**
 * Signs a file by way of trial, as it would be signed: fields, a signature, validation data, a document timestamp; with
 * keys that nobody else has. Then validates it. Empty where the signature holds; what comes of it is not kept.
 * A file may be sound and yet share an object between its pages and what signing adds: a validator sees content change.
 */
export function rehearseSigning(bytes: Uint8Array, inspection: Inspection): RehearsalProblem[] {
  const { root, signer, timestamper } = throwawayIdentities()
  const time = new Date()
  try {
    const fieldName = nameOf(inspection)
    const prefixHash = hashPrefix(bytes)
    const fields = mayAddFields(inspection) ? addFields(bytes, fieldName) : new Uint8Array()
    const prepared = prepareSignature([bytes, fields], {
      fieldName,
      signerName: 'Rehearsal',
      time,
      prefixHash,
      contentsSize: roomForSignature,
    })
    const signature = embedSignature(prepared, signDigest(signer, prepared.digest))
    const signed = [bytes, fields, signature]
    const material = { certificates: [root.certificate], ocsps: [], crls: [] }
    const chunks = [...signed, addValidationData(signed, material)]
    const stamp = prepareDocumentTimestamp(chunks, { prefixHash, contentsSize: roomForSignature })
    const stamped = [...chunks, embedSignature(stamp, stampDigest(timestamper, stamp.digest, time))]
    return problemsOf(stamped, fieldName, root.certificate, time)
  } catch (error) {
    if (error instanceof PdfError) return [error.code]
    throw error
  }
}

const roomForSignature = 4096
const places = [
  { x: 0, y: 0, width: 1, height: 1 },
  { x: 0, y: 0, width: 1, height: 1 },
]

/** A certified document is signed in a field of its own; so are those of a document nobody certified, but they need not be. */
const mayAddFields = ({ certifiedPermission }: Inspection): boolean => certifiedPermission === undefined

function nameOf(inspection: Inspection): string {
  const [own] = inspection.emptySignatureFields
  return !mayAddFields(inspection) && own ? own.name : `Rehearsal ${randomUUID()}`
}

/** One that is signed, and one for a signer after it. */
function addFields(bytes: Uint8Array, fieldName: string): Uint8Array {
  return placeSignatureFields(
    bytes,
    places.map((rect, index) => ({ name: `${fieldName}${index === 0 ? '' : index}`, page: 0, rect })),
  )
}

/** That nobody says whether the throwaway certificates were revoked is no fault of the file. */
function problemsOf(
  chunks: readonly Uint8Array[],
  fieldName: string,
  anchor: Uint8Array,
  at: Date,
): RehearsalProblem[] {
  const report = validatePdf(chunks, { anchors: [anchor], at, only: [fieldName] })
  const own = report.signatures.find(({ field }) => field === fieldName)
  if (!own) return ['signature_missing']
  const { indication, subIndication, errors } = own
  const holds =
    indication === 'TOTAL_PASSED' || (indication === 'INDETERMINATE' && subIndication === 'TRY_LATER')
  return holds ? [] : errors.map(({ code }) => code)
}
