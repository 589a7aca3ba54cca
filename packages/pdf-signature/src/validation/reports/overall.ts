import type { SignatureReport, ValidationReport } from './report.ts'

/**
 * The verdicts that make up that of the file (ETSI EN 319 102-1 §5.5, §5.6). A document timestamp proves when the signatures
 * existed. The newest can't have a later status of its own authority in the file: where nothing else is missing, it
 * still proves that, and leaves the verdict to the signatures.
 */
export function decisive(signatures: readonly SignatureReport[]): readonly SignatureReport[] {
  if (signatures.every(({ type }) => type === 'timestamp')) return signatures
  return signatures.filter(({ type, subIndication }) => type === 'signature' || subIndication !== 'TRY_LATER')
}

export function overallOf(signatures: readonly SignatureReport[]): ValidationReport['overall'] {
  const found = new Set(decisive(signatures).map(({ indication }) => indication))
  if (found.size === 0) return 'NO_SIGNATURE'
  if (found.has('TOTAL_FAILED')) return 'TOTAL_FAILED'
  return found.has('INDETERMINATE') ? 'INDETERMINATE' : 'TOTAL_PASSED'
}
