import { type FieldPlacement, placeSignatureFields } from '@countersign/pdf-signature/place-fields.ts'
import { prepareDocumentTimestamp, prepareSignature } from '@countersign/pdf-signature/prepare.ts'
import { embedSignature, type Prepared } from '@countersign/pdf-signature/signature-hole.ts'
import { type SignatureValidation, validate } from '@countersign/pdf-signature/validate.ts'
import { addValidationData, type ValidationData } from '@countersign/pdf-signature/validation-data.ts'
import type { Task } from '#api/threads/task.ts'
import { loadAppearanceFonts } from './appearance-fonts.ts'

// The signature engine's strokes, as tasks of a thread. `chunks` is the file: what was uploaded and each revision since.

const module = new URL(import.meta.url)

export interface PrepareOrder {
  readonly base: Uint8Array
  /** Every signer's field, where this is the first signature of the document. */
  readonly placements: readonly FieldPlacement[]
  readonly fieldName: string
  readonly signerName: string
  readonly contactInfo: string
  readonly reason?: string
  readonly time: Date
  /** What is to be seen in the field; null where the field is not to be seen. */
  readonly visible: { readonly lines: readonly string[]; readonly image: Uint8Array | null } | null
}
export interface PreparedSignature {
  /** The revision with the fields; empty where they are there already. */
  readonly fields: Uint8Array
  readonly prepared: Prepared
}
export const prepare: Task<PrepareOrder, PreparedSignature> = { module, name: 'prepareTask' }

export async function prepareTask(order: PrepareOrder): Promise<PreparedSignature> {
  const { base, placements, visible, ...request } = order
  const fields = placements.length > 0 ? placeSignatureFields(base, placements) : new Uint8Array()
  const appearance = visible
    ? {
        lines: visible.lines,
        fonts: await loadAppearanceFonts(),
        ...(visible.image ? { image: visible.image } : {}),
      }
    : undefined
  const prepared = prepareSignature([base, fields], {
    ...request,
    ...(appearance ? { appearance } : {}),
  })
  return { fields, prepared }
}

export interface FinishOrder {
  readonly base: Uint8Array
  readonly fields: Uint8Array
  readonly prepared: Prepared
  readonly cms: Uint8Array
  readonly validation: ValidationData
  /** After the last signature a document timestamp closes the file (B-LTA). */
  readonly isLast: boolean
}
export interface Finished {
  /** All that was added to the base so far. */
  readonly tail: Uint8Array
  readonly timestamp: Prepared | null
}
export const finish: Task<FinishOrder, Finished> = { module, name: 'finishTask' }

export function finishTask(order: FinishOrder): Finished {
  const signed = Buffer.concat([order.fields, embedSignature(order.prepared, order.cms)])
  const store = addValidationData([order.base, signed], order.validation)
  const tail = Buffer.concat([signed, store])
  return { tail, timestamp: order.isLast ? prepareDocumentTimestamp([order.base, tail]) : null }
}

export interface CheckOrder {
  readonly base: Uint8Array
  readonly tail: Uint8Array
  /** The document timestamp that was prepared, and its token. */
  readonly timestamp: { readonly prepared: Prepared; readonly token: Uint8Array } | null
  readonly anchors: readonly Uint8Array[]
  readonly fieldName: string
  readonly at: Date
}
export interface Checked {
  readonly tail: Uint8Array
  readonly signature: SignatureValidation
}
export const check: Task<CheckOrder, Checked> = { module, name: 'checkTask' }

/** Nothing leaves that our own validator does not find valid as a whole: this signature and all before it. */
export function checkTask(order: CheckOrder): Checked {
  const tail = order.timestamp
    ? Buffer.concat([order.tail, embedSignature(order.timestamp.prepared, order.timestamp.token)])
    : order.tail
  const { signatures } = validate([order.base, tail], { anchors: order.anchors, at: order.at })
  const signature = signatures.find((one) => one.fieldName === order.fieldName)
  const wanted = order.timestamp ? 'B-LTA' : 'B-LT'
  if (!signature || signature.status !== 'valid' || signature.level !== wanted)
    throw new Error(
      `The signature in ${order.fieldName} is ${signature?.status} ${signature?.level}: ${signature?.problems.join('; ')}`,
    )
  return { tail, signature }
}
