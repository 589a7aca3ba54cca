import type { FieldValue } from '@countersign/pdf-signature/fields/field-value.ts'
import type { FieldPlacement } from '@countersign/pdf-signature/fields/placement.ts'
import { placeSignatureFields } from '@countersign/pdf-signature/place-fields.ts'
import { hashPrefix } from '@countersign/pdf-signature/prefix-hash.ts'
import { PdfError } from '@countersign/pdf-signature/pdf-error.ts'
import {
  prepareDocumentTimestamp,
  prepareSignature,
  type SignatureRequest,
} from '@countersign/pdf-signature/prepare.ts'
import { embedSignature, type PreparedSignature } from '@countersign/pdf-signature/contents-placeholder.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { addValidationData, type ValidationData } from '@countersign/pdf-signature/validation-data.ts'
import type { Task } from '#api/platform/threads/task.ts'
import { loadAppearanceFonts } from '#api/documents/appearance/appearance-fonts.ts'
import { keepHash, takeHash } from './hash-cache.ts'

// The signature engine's phases, as tasks of a thread. `chunks` is the file: what was uploaded and each revision since.

const module = new URL(import.meta.url)

/** Gets ready what a visible signature takes; the rest is there with this module. */
export async function load(): Promise<void> {
  await loadAppearanceFonts()
}

export interface PrepareOrder {
  readonly base: Uint8Array
  /** Every signer's field, where this is the first signature of the document. */
  readonly placements: readonly FieldPlacement[]
  readonly fieldName: string
  readonly values?: readonly FieldValue[]
  readonly lock?: readonly string[]
  readonly signerName: string
  readonly contactInfo: string
  readonly reason?: string
  readonly location?: string
  readonly time: Date
  /** Certifies the document, where its first signature is yet to be made. */
  readonly certify?: boolean
  /** Bytes that are left for the signature, where the usual room may not do. */
  readonly contentsSize?: number
  /** What is to be seen in the field; null where the field is not to be seen. */
  readonly visible: { readonly lines: readonly string[]; readonly image: Uint8Array | null } | null
}
export interface PreparedRevision {
  /** The revision with the fields; empty where they are there already. */
  readonly fields: Uint8Array
  readonly prepared: PreparedSignature
}
export const prepare: Task<PrepareOrder, PreparedRevision> = { module, name: 'prepareTask' }

export async function prepareTask(order: PrepareOrder): Promise<PreparedRevision> {
  const { base, placements, visible, certify, values = [], lock = [], ...request } = order
  // Read once in a thread, when it starts (`load`).
  const fonts = await loadAppearanceFonts()
  const fields = placements.length > 0 ? placeSignatureFields(base, placements, { fonts }) : new Uint8Array()
  const appearance = visible
    ? {
        lines: visible.lines,
        fonts,
        ...(visible.image ? { image: visible.image } : {}),
      }
    : undefined
  const prefixHash = hashPrefix(base)
  const signature = {
    ...request,
    prefixHash,
    ...(appearance ? { appearance } : {}),
    // Of a file without fields nothing is said of them.
    ...(values.length > 0 ? { values, fonts } : {}),
    ...(lock.length > 0 ? { lock } : {}),
  }
  const prepared = certify
    ? certifying([base, fields], signature)
    : prepareSignature([base, fields], signature)
  keepHash(prepared.digest, prefixHash)
  return { fields, prepared }
}

/** Only what nobody has signed, here or elsewhere, can be certified: otherwise it is a signature as any other. */
function certifying(chunks: Uint8Array[], request: SignatureRequest): PreparedSignature {
  try {
    return prepareSignature(chunks, { ...request, certify: 2 })
  } catch (error) {
    // A field may be for a signature that doesn't certify (ISO 32000-2 Table 237, /MDP).
    const isRefused = ['not_the_first_signature', 'seed_value_unmet']
    if (error instanceof PdfError && isRefused.includes(error.code)) return prepareSignature(chunks, request)
    throw error
  }
}

export interface FinishOrder {
  readonly base: Uint8Array
  readonly fields: Uint8Array
  readonly prepared: PreparedSignature
  readonly cms: Uint8Array
  readonly validation: ValidationData
  /** After the last signature a document timestamp closes the file (B-LTA). */
  readonly isLast: boolean
}
export interface FinishedSignature {
  /** All that was added to the base so far. */
  readonly tail: Uint8Array
  readonly timestamp: PreparedSignature | null
}
export const finish: Task<FinishOrder, FinishedSignature> = { module, name: 'finishTask' }

export function finishTask(order: FinishOrder): FinishedSignature {
  const signed = Buffer.concat([order.fields, embedSignature(order.prepared, order.cms)])
  const store = addValidationData([order.base, signed], order.validation)
  const tail = Buffer.concat([signed, store])
  const prefixHash = takeHash(order.prepared.digest)
  const options = prefixHash ? { prefixHash } : {}
  return { tail, timestamp: order.isLast ? prepareDocumentTimestamp([order.base, tail], options) : null }
}

export interface CheckOrder {
  readonly base: Uint8Array
  readonly tail: Uint8Array
  readonly fieldName: string
  /** The fields of those who signed before, in the order they did. */
  readonly earlier: readonly string[]
  readonly isLast: boolean
  readonly anchors: readonly Uint8Array[]
  readonly at: Date
}
export const documentNotSignable = 'DocumentNotSignable'

/** The file itself makes its signatures invalid: no other certificate, timestamp or try would change that. */
class DocumentNotSignable extends Error {
  override name = documentNotSignable
}
const faultsOfFile: readonly string[] = [
  'changed_after_signing',
  'changes_not_understood',
  'structure_broken',
  'structure_ambiguous',
  'hidden_objects_added',
]

export const check: Task<CheckOrder, void> = { module, name: 'checkTask' }

/**
 * Throws unless our own validator finds this signature valid, at its full level, and those of the request before it still.
 * All of them are looked at when the last is made. Until then it is this one and the one before, which says what was
 * appended since: the others were looked at in the same bytes when they were made, or a hundred signers would make it
 * five thousand times.
 */
export function checkTask({ base, tail, fieldName, earlier, isLast, anchors, at }: CheckOrder): void {
  const names = [...(isLast ? earlier : earlier.slice(-1)), fieldName]
  const { signatures } = validatePdf([base, tail], { anchors, at, ...(isLast ? {} : { only: names }) })
  const found = new Map(signatures.map((one) => [one.field, one]))
  for (const name of names) {
    const one = found.get(name)
    if (one?.indication === 'TOTAL_PASSED') continue
    const codes: string[] = one?.errors.map(({ code }) => code) ?? []
    const message = `The signature in ${name} is ${one?.subIndication ?? 'not there'}: ${codes.join(', ')}`
    throw codes.some((code) => faultsOfFile.includes(code))
      ? new DocumentNotSignable(message)
      : new Error(message)
  }
  const level = found.get(fieldName)?.level
  if (level !== (isLast ? 'B-LTA' : 'B-LT')) throw new Error(`The signature in ${fieldName} is only ${level}`)
}
