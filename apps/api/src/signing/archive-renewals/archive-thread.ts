import { readFile } from 'node:fs/promises'
import { newestArchiveTimestamp, prepareArchiveRenewal } from '@countersign/pdf-signature/archive-renewal.ts'
import type { ArchiveTimestamp, PreparedRenewal } from '@countersign/pdf-signature/archive-renewal.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import type { ValidationData } from '@countersign/pdf-signature/validation-data.ts'
import type { Task } from '#api/platform/threads/task.ts'

// What renewing an archive timestamp needs from the signature engine, as tasks of a thread.

const module = new URL(import.meta.url)

export interface ArchiveQuery {
  /** The path of the stored document. */
  readonly file: string
  readonly anchors: readonly Uint8Array[]
}
export const readArchive: Task<ArchiveQuery, ArchiveTimestamp | null> = { module, name: 'readArchiveTask' }

export async function readArchiveTask({ file, anchors }: ArchiveQuery): Promise<ArchiveTimestamp | null> {
  return newestArchiveTimestamp(await readFile(file), anchors) ?? null
}

export interface ProofQuery {
  readonly base: Uint8Array
  readonly anchors: readonly Uint8Array[]
  readonly at: Date
}
export const provesSignature: Task<ProofQuery, boolean> = { module, name: 'provesSignatureTask' }

/** Whether the file proves at least one of its signatures at that time. */
export function provesSignatureTask({ base, anchors, at }: ProofQuery): boolean {
  return validatePdf(base, { anchors, at }).signatures.some(
    ({ type, indication }) => type === 'signature' && indication === 'TOTAL_PASSED',
  )
}

export interface RenewalOrder {
  readonly base: Uint8Array
  readonly validation: ValidationData
}
export const prepareRenewal: Task<RenewalOrder, PreparedRenewal> = { module, name: 'prepareRenewalTask' }

export function prepareRenewalTask({ base, validation }: RenewalOrder): PreparedRenewal {
  return prepareArchiveRenewal(base, validation)
}

export interface RenewalCheck {
  readonly base: Uint8Array
  readonly tail: Uint8Array
  readonly anchors: readonly Uint8Array[]
  readonly at: Date
}
export const checkRenewal: Task<RenewalCheck, void> = { module, name: 'checkRenewalTask' }

/**
 * Throws unless whatever was valid still is, and one document timestamp that proves its time came to it. The status of a new
 * authority can't be in the file before the next renewal (ETSI EN 319 142-1 §5.5).
 */
export function checkRenewalTask({ base, tail, anchors, at }: RenewalCheck): void {
  const before = validatePdf(base, { anchors, at }).signatures
  const after = validatePdf([base, tail], { anchors, at }).signatures
  const passed = new Set(
    after.filter(({ indication }) => indication === 'TOTAL_PASSED').map(({ field }) => field),
  )
  const lost = before.filter(({ indication, field }) => indication === 'TOTAL_PASSED' && !passed.has(field))
  if (lost.length > 0) throw new Error(`No longer valid: ${lost.map(({ field }) => field).join(', ')}`)
  const newest = after.at(-1)
  const proves = newest?.indication === 'TOTAL_PASSED' || newest?.subIndication === 'TRY_LATER'
  if (after.length !== before.length + 1 || !proves)
    throw new Error(`The new timestamp is ${newest?.subIndication ?? 'not there'}`)
}
