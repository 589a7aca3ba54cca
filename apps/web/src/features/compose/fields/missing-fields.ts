import { documentsOf, type Draft, type DraftSigner, fieldOf } from '../drafts/draft.ts'

/** Where a signer signs without a field, by choice: kept while the page is open, so that one is asked once. */
export type WithoutField = ReadonlySet<string>

const keyOf = (signer: DraftSigner, documentId: string) => `${signer.key} ${documentId}`

/** The documents that a signer has no field on. */
export function missingFields(draft: Draft, signer: DraftSigner): string[] {
  return documentsOf(draft, signer).filter((id) => fieldOf(draft, signer.key, id) === undefined)
}

export function isChosen(chosen: WithoutField, signer: DraftSigner, missing: readonly string[]): boolean {
  return missing.every((id) => chosen.has(keyOf(signer, id)))
}

/** These signers sign without the fields they lack. */
export function withoutFields(
  chosen: WithoutField,
  draft: Draft,
  signers: readonly DraftSigner[],
): WithoutField {
  const added = signers.flatMap((signer) => missingFields(draft, signer).map((id) => keyOf(signer, id)))
  return new Set([...chosen, ...added])
}

/** Who lacks a field that nobody has decided about. */
export function undecidedSigners(draft: Draft, chosen: WithoutField): DraftSigner[] {
  return draft.signers.filter((signer) => !isChosen(chosen, signer, missingFields(draft, signer)))
}
