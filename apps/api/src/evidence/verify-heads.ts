import { digestHeads, firstPreviousDigest } from './heads.ts'
import type { SignedHeads } from './heads-repository.ts'
import { type Anchors, type SignatureProblem, verifySignature } from './verify-signature.ts'

export interface HeadsBreak {
  readonly id: string
  readonly kind:
    /** Signed heads that came before these are missing. */
    | 'removed'
    /** They are not what was signed. */
    | 'changed'
    | SignatureProblem['kind']
  readonly message: string
}

/** Checks signed heads: that they follow those before, say what was signed, and were signed when they say. */
export function verifyHeads(
  signed: SignedHeads,
  previousDigest: Uint8Array | null,
  anchors: Anchors,
): HeadsBreak[] {
  const { id } = signed
  const breaks: HeadsBreak[] = []
  if (!signed.previousDigest.equals(previousDigest ?? firstPreviousDigest))
    breaks.push({ id, kind: 'removed', message: `Signed heads before ${id} are not there` })
  if (!digestHeads(signed, signed.previousDigest).equals(signed.digest))
    breaks.push({ id, kind: 'changed', message: `Signed heads ${id} are not what was signed` })
  const { problems } = verifySignature({ name: `Signed heads ${id}`, ...signed }, anchors)
  return [...breaks, ...problems.map((problem) => ({ id, ...problem }))]
}
