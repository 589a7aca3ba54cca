import { PdfError } from '../pdf-error.ts'

/** Upper bounds that keep any input, however hostile, to a short time and little memory. */
export const limits = {
  /** Nesting of arrays and dictionaries, of form fields, and of the page tree. */
  depth: 100,
  /** Work units for one open document: about one per token read, and one per 64 bytes searched. */
  work: 60_000_000,
  /** Bytes that one stream, and all streams together, may inflate to. */
  inflatedStream: 32 * 1024 * 1024,
  inflatedTotal: 128 * 1024 * 1024,
  /** Bytes of one string; the longest are signatures. */
  string: 4 * 1024 * 1024,
  xrefSections: 4096,
  pages: 20_000,
  formFields: 50_000,
  objectNumber: 8_388_607, // ISO 32000-2 Annex C
} as const

/** What one open document may still spend. */
export interface Budget {
  work: number
  inflated: number
}

export function newBudget(): Budget {
  return { work: limits.work, inflated: limits.inflatedTotal }
}

/** Takes work units; throws `too_complex` when there are none left. */
export function spend(budget: Budget, units: number): void {
  budget.work -= units
  if (budget.work < 0) throw new PdfError('too_complex', 'The file needs more work to read than is allowed')
}

/** Takes inflated bytes; throws `too_complex` when there are none left. */
export function spendInflated(budget: Budget, bytes: number): void {
  budget.inflated -= bytes
  if (budget.inflated < 0) throw new PdfError('too_complex', 'The streams of the file inflate to too much')
}
