import type { ValidationReport } from '@countersign/pdf-signature/validate.ts'

// A file uploaded to be validated: no clock, no I/O.

/** Milliseconds that it is kept, with what was found. */
export const retentionPeriod = 3_600_000
export const fileLimit = 50 * 1024 * 1024
/** Bytes of all that are kept. */
export const storageLimit = 8 * 1024 * 1024 * 1024

/** The file as it was up to a revision: its first bytes. Without pages where that state cannot be shown. */
export interface StoredRevision {
  readonly end: number
  /** Of those bytes. */
  readonly sha256: string
  readonly pages: { readonly index: number; readonly width: number; readonly height: number }[]
}

/** What is kept of a report, as it goes into JSON. */
export type StoredReport = Record<string, unknown> & Pick<ValidationReport, 'overall'>

export interface ValidationResult {
  readonly report: StoredReport
  readonly xml: string | null
  readonly revisions: readonly StoredRevision[]
}

export function expiryOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + retentionPeriod)
}
