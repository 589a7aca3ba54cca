import type { Draft, DraftField, DraftSigner } from './draft.ts'
import { isPlaced, isSame, placedFields, signsDocument } from './draft.ts'

/** The changes one can make to a draft. Each answers a new draft; the old one stays as it was. */

export function withSigner(draft: Draft, signer: DraftSigner): Draft {
  return { ...draft, signers: [...draft.signers, signer] }
}

export function withChangedSigner(draft: Draft, key: string, change: Partial<DraftSigner>): Draft {
  return {
    ...draft,
    signers: draft.signers.map((signer) => (signer.key === key ? { ...signer, ...change, key } : signer)),
  }
}

/** The signer's fields go with the signer. */
export function withoutSigner(draft: Draft, key: string): Draft {
  return {
    ...draft,
    signers: draft.signers.filter((signer) => signer.key !== key),
    fields: draft.fields.filter((field) => field.signerKey !== key),
    signerFields: draft.signerFields.filter((field) => field.signerKey !== key),
  }
}

/** The signer back as they were in `before`, with their fields on documents that are still there. */
export function withSignerOf(before: Draft, key: string, draft: Draft): Draft {
  const index = before.signers.findIndex((signer) => signer.key === key)
  const signer = before.signers[index]
  if (!signer || draft.signers.some((other) => other.key === key)) return draft
  const isBack = (field: Pick<DraftField, 'signerKey' | 'documentId'>) =>
    field.signerKey === key && draft.documentIds.includes(field.documentId)
  return {
    ...draft,
    signers: draft.signers.toSpliced(index, 0, signer),
    fields: [...draft.fields, ...before.fields.filter(isBack)],
    signerFields: [...draft.signerFields, ...before.signerFields.filter(isBack)],
  }
}

/** One element moved to another index, the others closing up. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const target = Math.max(0, Math.min(to, list.length - 1))
  const rest = list.filter((_, index) => index !== from)
  const element = list[from]
  return element === undefined ? [...list] : [...rest.slice(0, target), element, ...rest.slice(target)]
}

export function withMovedSigner(draft: Draft, from: number, to: number): Draft {
  return { ...draft, signers: movedTo(draft.signers, from, to) }
}

export function withMovedDocument(draft: Draft, from: number, to: number): Draft {
  return { ...draft, documentIds: movedTo(draft.documentIds, from, to) }
}

/** Which documents someone signs; null: all. Their fields on others go with that. */
export function withDocuments(draft: Draft, key: string, signs: readonly string[] | null): Draft {
  const signer = { signs }
  const isKept = (field: Pick<DraftField, 'signerKey' | 'documentId'>) =>
    field.signerKey !== key || signsDocument(signer, field.documentId)
  return {
    ...withChangedSigner(draft, key, signer),
    fields: kept(draft.fields, isKept),
    signerFields: kept(draft.signerFields, isKept),
  }
}

/** The same list where all of it is kept: nothing to undo then. */
const kept = <T>(list: readonly T[], isKept: (one: T) => boolean): readonly T[] =>
  list.every(isKept) ? list : list.filter(isKept)

/** Puts a field, or moves the one this signer has on this document. Anyone who has one there signs it. */
export function withField(draft: Draft, field: DraftField): Draft {
  const others = draft.fields.filter((other) => !isSame(other, field.signerKey, field.documentId))
  const signer = draft.signers.find(({ key }) => key === field.signerKey)
  const signs = signer?.signs && !signsDocument(signer, field.documentId) ? signer.signs : null
  const signing = signs ? withDocuments(draft, field.signerKey, [...signs, field.documentId]) : draft
  return { ...signing, fields: [...others, field] }
}

/** Of a signature that shows in several places the next one stays. */
export function withoutField(draft: Draft, signerKey: string, documentId: string): Draft {
  return {
    ...draft,
    fields: draft.fields.flatMap((field) =>
      isSame(field, signerKey, documentId) ? nextPlace(field) : [field],
    ),
  }
}

function nextPlace(field: DraftField): DraftField[] {
  if (!isPlaced(field)) return []
  const { signerKey, documentId, further = [] } = field
  return placedFields({ signerKey, documentId }, further)
}
