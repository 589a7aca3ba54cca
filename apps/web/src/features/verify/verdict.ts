import type { Validation, ValidatedSignature } from '@countersign/contract/validations.ts'

/** What it comes to, in one word. */
export type Verdict = 'valid' | 'reserved' | 'invalid' | 'undecided' | 'unsigned' | 'unreadable'

export function verdictOf(validation: Validation): Verdict {
  if (validation.file.problem) return 'unreadable'
  switch (validation.overall) {
    case 'NO_SIGNATURE':
      return 'unsigned'
    case 'TOTAL_FAILED':
      return 'invalid'
    case 'INDETERMINATE':
      return 'undecided'
    case 'TOTAL_PASSED':
      return validation.withReservation ? 'reserved' : 'valid'
  }
}

export function signatureVerdict(signature: ValidatedSignature): Verdict {
  if (signature.indication === 'TOTAL_FAILED') return 'invalid'
  if (signature.indication === 'INDETERMINATE') return 'undecided'
  return signature.withReservation ? 'reserved' : 'valid'
}

/** People sign; document timestamps only keep what they signed. A file with timestamps alone is told by these. */
export function peoplesSignatures({ signatures }: Validation): readonly ValidatedSignature[] {
  return signatures.filter(({ type }) => type === 'signature')
}

/** By whom: as they name themselves in the signature, else by their certificate. */
export function signedBy({ claims, signer }: ValidatedSignature): string | null {
  return claims.name || signer?.displayName || null
}
