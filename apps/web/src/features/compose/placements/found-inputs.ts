import type { DocumentTag } from '@countersign/contract/documents.ts'
import { randomKey } from '#web/lib/calls/random-key.ts'
import type { Draft } from '../drafts/draft.ts'
import { fieldsAtMost } from '../fields/field-limits.ts'
import type { DraftSignerField, SignerFieldContent } from '../fields/signer-fields.ts'
import type { Place } from './field-movement.ts'
import { type OnPage, plainField, signedBy } from './new-placement.ts'

/** What a text tag asks a signer to fill in. */
export type FoundInput = Pick<DocumentTag, 'label' | 'required' | 'multiline' | 'options'> & {
  readonly type: SignerFieldContent['type']
}

/** Is there a field at the place of a tag already? */
export function isFilledThere(
  { documentId, field: { position } }: DraftSignerField,
  found: { readonly documentId: string; readonly page: number; readonly place: Place },
): boolean {
  const { x, y } = found.place
  return (
    documentId === found.documentId &&
    position?.page === String(found.page) &&
    position.x === x &&
    position.y === y
  )
}

/** A field as its tag defines it; no more than a request may have. */
export function withInput(draft: Draft, on: OnPage, input: FoundInput & { readonly label: string }): Draft {
  if (draft.signerFields.length >= fieldsAtMost) return draft
  const { signerKey, documentId, page, place } = on
  const field: SignerFieldContent = {
    ...plainField,
    id: randomKey(),
    type: input.type,
    label: input.label,
    required: input.required,
    multiline: input.multiline,
    pattern: input.type === 'TEXT' ? 'text' : null,
    position: { page: String(page), ...place },
    options: input.options.map((value) => ({ value, label: value, position: null })),
  }
  const signing = signedBy(draft, on)
  return { ...signing, signerFields: [...signing.signerFields, { signerKey, documentId, field }] }
}
