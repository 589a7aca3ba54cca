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
  /** How often each byte of a file, and each that its streams inflate to, may be parsed; and as many bytes of any file. */
  parsedTimes: 8,
  parsedAtLeast: 4 * 1024 * 1024,
  /** Streams that do not inflate to their end: how far they came is not known, and is paid for all the same. */
  damagedStreams: 16,
  /** Bytes of one string; the longest are signatures. */
  string: 4 * 1024 * 1024,
  xrefSections: 4096,
  pages: 20_000,
  formFields: 50_000,
  /** Characters of a form field's full name. */
  fieldName: 4096,
  objectNumber: 8_388_607, // ISO 32000-2 Annex C
} as const

/** What one open document may still spend. */
export interface Budget {
  work: number
  inflated: number
  /**
   * Bytes to parse. Objects of a sound file do not overlap, and each is parsed a few times at most; in a hostile one
   * thousands may begin in the same bytes. In proportion to the file, so that no file takes time by the square of its size.
   */
  parsed: number
  damagedStreams: number
}

/** For a file of that many bytes. */
export function newBudget(length: number): Budget {
  return {
    work: limits.work,
    inflated: limits.inflatedTotal,
    parsed: limits.parsedAtLeast + length * limits.parsedTimes,
    damagedStreams: limits.damagedStreams,
  }
}

/**
 * Whether what can't be read is one object, which is broken or beyond the limits of one, and not that the file costs more than it
 * may: then nothing else is read either.
 */
export const isOfOneObject = (error: unknown, ...budgets: readonly Budget[]): error is PdfError =>
  error instanceof PdfError && budgets.every((budget) => Math.min(...Object.values(budget)) >= 0)

/** Takes work units; throws `too_complex` when there are none left. */
export function spend(budget: Budget, units: number): void {
  budget.work -= units
  if (budget.work < 0) throw new PdfError('too_complex', 'The file needs more work to read than is allowed')
}

/** Takes bytes that were parsed or decoded, to their end or not; throws `too_complex` when there are none left. */
export function spendParsed(budget: Budget, bytes: number): void {
  budget.parsed -= bytes
  if (budget.parsed < 0) throw new PdfError('too_complex', 'The objects of the file overlap')
}

/** Takes a stream that does not inflate to its end; throws `too_complex` when there were too many. */
export function spendDamagedStream(budget: Budget): void {
  budget.damagedStreams--
  if (budget.damagedStreams < 0) throw new PdfError('too_complex', 'Too many streams of the file are damaged')
}

/** Takes inflated bytes, which may then be parsed; throws `too_complex` when there are none left. */
export function spendInflated(budget: Budget, bytes: number): void {
  budget.inflated -= bytes
  budget.parsed += bytes * limits.parsedTimes
  if (budget.inflated < 0) throw new PdfError('too_complex', 'The streams of the file inflate to too much')
}
