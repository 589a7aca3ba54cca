import type { Draft } from '../drafts/draft.ts'
import { indexOfSigner } from '../drafts/draft-index.ts'

const colors = 6

/** A signer's colour, always together with the name. */
export function signerColor(draft: Draft, signerKey: string): string {
  return colorOfIndex(indexOfSigner(draft.signers, signerKey))
}

export function colorOfIndex(index: number): string {
  return `var(--signer-${(Math.max(0, index) % colors) + 1})`
}
