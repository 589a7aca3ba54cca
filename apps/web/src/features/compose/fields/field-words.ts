import type { Draft } from '../drafts/draft.ts'
import { indexOfSigner } from '../drafts/draft-index.ts'

/** The texts that describe fields, by their ids: which keys move one, and what is wrong with some. */
export const fieldHelpId = 'field-help'
export const fieldTroublesId = 'field-troubles'

export function nameOfSigner({ draft: { signers } }: { readonly draft: Draft }, key: string): string {
  const signer = signers[indexOfSigner(signers, key)]
  return signer?.name.trim() || signer?.email.trim() || signer?.role || '…'
}
