import type { Place, SignerField } from '#api/platform/values/signer-field.ts'
import type { DocumentSignature, Signature } from '../signature-request.ts'
import { confidential, type Differences, differences, type Kind, kindOf, pairs } from './differences.ts'

/** One signer's part in a document: which signature fields, and each field to be filled in that was changed. */
export interface DocumentChange {
  readonly documentId: string
  readonly kind: Kind
  readonly changes: Differences
  readonly fields: readonly FieldChange[]
}

export interface FieldChange {
  readonly id: string
  /** As it is now; of one that was removed, as it was. */
  readonly label: string
  readonly kind: Kind
  readonly changes: Differences
}

/** What of what a signer signs and fills in was changed, added or removed, in each document. */
export function changedDocuments(
  before: Pick<Signature, 'documents'> | undefined,
  after: Pick<Signature, 'documents'> | undefined,
): DocumentChange[] {
  // Someone who comes or goes signs documents, which their coming or going says.
  const isWhole = before === undefined || after === undefined
  return pairs(before?.documents ?? [], after?.documents ?? [], ({ documentId }) => documentId).flatMap(
    ([old, now]) => {
      const change = {
        documentId: (now ?? old)?.documentId ?? '',
        kind: kindOf(old, now),
        changes: differences(signatureFields(old), signatureFields(now)),
        fields: changedFieldsOf(old?.fields ?? [], now?.fields ?? []),
      }
      const isEmpty = Object.keys(change.changes).length === 0 && change.fields.length === 0
      return isEmpty && (isWhole || change.kind === 'changed') ? [] : [change]
    },
  )
}

const signatureFields = (document: DocumentSignature | undefined) => ({
  places: document?.places.map(numbersOf),
  formField: document?.formField,
})

function changedFieldsOf(before: readonly SignerField[], after: readonly SignerField[]): FieldChange[] {
  return pairs(before, after, ({ id }) => id).flatMap(([old, now]) => {
    const field = now ?? old
    if (!field) return []
    const changes = differences(settingsOf(old), settingsOf(now))
    return Object.keys(changes).length > 0
      ? [{ id: field.id, label: field.label, kind: kindOf(old, now), changes }]
      : []
  })
}

/** All that a sender gives of a field. A prefilled value is between the sender and one signer. */
function settingsOf(field: SignerField | undefined): Record<string, unknown> {
  if (!field) return {}
  const { id: _, value, place, options, ...plain } = field
  return {
    ...plain,
    value: confidential(value),
    place: place && numbersOf(place),
    options: options.map((option) => ({ ...option, place: option.place && numbersOf(option.place) })),
  }
}

const numbersOf = ({ page, x, y, width, height, rotation }: Place): Place => ({
  page,
  x,
  y,
  width,
  height,
  rotation,
})
