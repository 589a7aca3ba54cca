import type { Draft } from './draft.ts'

const colors = 6

/** A signer's colour, always together with the name. */
export function signerColor(draft: Draft, signerKey: string): string {
  const index = draft.signers.findIndex((signer) => signer.key === signerKey)
  return `var(--signer-${(Math.max(0, index) % colors) + 1})`
}
