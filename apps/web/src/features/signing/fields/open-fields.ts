import type { FieldValue } from '@countersign/contract/field-rules.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { saveFieldInput } from '@countersign/contract/signer-fields.ts'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { call } from '#web/lib/calls/api.ts'
import type { CallError } from '#web/lib/calls/call-error.ts'
import { fieldsOf, ownSignature } from '../has-fields.ts'
import { openSignature } from '../open-signature.ts'
import { type FieldsByDocument } from '../signing/sign-body.ts'
import { type FieldProblem, type FormFilling, openFilling } from './filling.ts'
import { isForSigner, ownFields, type FormOfDocument, type PlacedField } from './own-fields.ts'

interface OpenFilling {
  readonly filling: FormFilling
  /** As they were read last: the same list needs no second look. */
  readonly documents: Signature['document_signatures']
  readonly definition: string
}
type Signature = SignatureRequest['signatures'][number]

const open = new Map<string, OpenFilling>()
/** In which order they stand on the pages, where the pages are known. */
const placed = new Map<string, PlacedField[]>()

/** What the viewer fills in in this request. The same for as long as the page is open, on whatever part of it. */
export function fillingOf(request: SignatureRequest, visitor: Visitor): FormFilling | null {
  const signature = ownSignature(request)
  if (!signature) return null
  const { sid: sigId, document_signatures: documents } = signature
  const before = open.get(sigId)
  if (before?.documents === documents) return before.filling
  const definition = definitionOf(signature)
  if (before?.definition === definition) {
    open.set(sigId, { ...before, documents })
    return before.filling
  }
  // The sender has corrected the fields meanwhile. What isn't saved yet is found in the tab's memory.
  void before?.filling.pause()
  // Saved as one types, the same values any number of times.
  const options = { background: true, idempotencyKey: null, ...(visitor && { credential: visitor }) }
  const filling = openFilling({
    signatureId: sigId,
    fields: fieldsOf(signature),
    save: (fields) => call(saveFieldInput, { params: { id: request.id, sigId }, body: { fields } }, options),
  })
  open.set(sigId, { filling, documents, definition })
  return filling
}

/** All but what the signer has saved. */
const definitionOf = (signature: Signature): string =>
  JSON.stringify(fieldsOf(signature), (key, value: unknown) => (key === 'input' ? undefined : value))

export function placeOwnFields(request: SignatureRequest, forms: readonly FormOfDocument[]): PlacedField[] {
  const fields = ownFields(request, forms)
  const sigId = openSignature(request)
  if (sigId) placed.set(sigId, fields)
  return fields
}

export function orderedFields(request: SignatureRequest): PlacedField[] {
  return placed.get(openSignature(request) ?? '') ?? ownFields(request, [])
}

/** Marks what is missing or wrong and answers the first of it; null where all can be signed. */
export function firstToFillIn(request: SignatureRequest, visitor: Visitor): PlacedField | null {
  const fields = orderedFields(request)
  const [wrong] = fillingOf(request, visitor)?.check(fields.map(({ field }) => field)) ?? []
  return fields.find(({ field }) => field === wrong) ?? null
}

/** All that the signer has filled in, by document, as the page shows it. */
export function valuesToSign(request: SignatureRequest, visitor: Visitor): FieldsByDocument {
  const { values } = fillingOf(request, visitor)?.state.get() ?? { values: {} }
  const named: Record<string, { id: string; value: FieldValue | null }[]> = {}
  for (const { documentId, field } of orderedFields(request)) {
    if (!isForSigner(field)) continue
    named[documentId] = [...(named[documentId] ?? []), { id: field.id, value: valueToSign(field, values) }]
  }
  return named
}

/** A field that was emptied stays empty: null would bring back the prefilled value. */
function valueToSign(
  { id, type }: PlacedField['field'],
  values: Readonly<Record<string, FieldValue | null>>,
) {
  const value = values[id] ?? null
  if (value !== null) return value
  return type === 'CHECKBOX' ? false : ''
}

/** Shows the fields that a call to sign was refused for; false where it names none of them. */
export function showRefused(
  request: SignatureRequest,
  visitor: Visitor,
  failure: Pick<CallError, 'fields'>,
  sent: FieldsByDocument,
  documentIds: readonly string[],
): boolean {
  const problems: Record<string, FieldProblem> = {}
  for (const { field, code } of failure.fields) {
    const [, document, index] = /documentSignatures\.(\d+)\.fields\.(\d+)\b/.exec(field) ?? []
    const id =
      document !== undefined
        ? sent[documentIds[Number(document)] ?? '']?.[Number(index)]?.id
        : /\.fields\.([\w-]+)$/.exec(field)?.[1]
    if (id !== undefined) problems[id] = code as FieldProblem
  }
  if (Object.keys(problems).length === 0) return false
  const first = orderedFields(request).find(({ field }) => problems[field.id])
  fillingOf(request, visitor)?.refuse(problems, first?.field.id ?? null)
  if (first) showField(first.field.id)
  return first !== undefined
}

/** The values go with the call that signs. */
export const pauseSaving = async (request: SignatureRequest, visitor: Visitor): Promise<void> =>
  fillingOf(request, visitor)?.pause()

/** It wasn't signed: entries are saved as before. */
export const resumeSaving = async (request: SignatureRequest, visitor: Visitor): Promise<void> =>
  fillingOf(request, visitor)?.flush()

/** It is signed or has ended: nothing is kept in this tab. */
export function closeFilling(signatureId: string): void {
  open.get(signatureId)?.filling.forget()
  open.delete(signatureId)
  placed.delete(signatureId)
}

export const fieldMark = 'data-signer-field'

/** Its control, or what opens its editor. */
export const fieldOnPage = (id: string): HTMLElement | null =>
  document.querySelector(`[${fieldMark}="${CSS.escape(id)}"]`)

/** Brings a field into view and the focus to it: its control, or what opens its editor. */
export function showField(id: string): void {
  const control = fieldOnPage(id)
  control?.scrollIntoView({ block: 'center', inline: 'center' })
  control?.focus({ preventScroll: true })
  if (control?.dataset['opensEditor'] !== undefined) control.click()
}
