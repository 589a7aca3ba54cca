import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inspect } from '@countersign/pdf-signature/inspect.ts'
import {
  answer,
  type Demands,
  type IntegrationAnswer,
} from '@countersign/pdf-signature/validation/reports/integration-answer.ts'
import {
  type ComparedPages,
  withPageImages,
} from '@countersign/pdf-signature/validation/changes/page-images.ts'
import { toReportXml } from '@countersign/pdf-signature/validation/reports/report-xml.ts'
import { validatePdf, type ValidationReport } from '@countersign/pdf-signature/validate.ts'
import { loadAppearanceFonts } from '#api/documents/appearance/appearance-fonts.ts'
import { readTrust, type RefusedList, type TrustFiles, unusableNames } from './read-trust.ts'
import type { StoredReport, StoredRevision, ValidationResult } from './validation.ts'

export interface ValidateOrder {
  readonly file: string
  /** DER of what this installation's signatures chain to. */
  readonly anchors: readonly Uint8Array[]
  readonly trust: TrustFiles
  readonly at: Date
}

export interface ExaminationResult {
  /** Configured lists that it was validated without. */
  readonly refusedLists: readonly RefusedList[]
  readonly report: ValidationReport
  readonly revisions: readonly StoredRevision[]
}

export interface VerdictOrder extends Omit<ExaminationResult, 'refusedLists'> {
  /** Undefined where nothing was compared. */
  readonly compared: readonly ComparedPages[] | undefined
  readonly demands: Demands
  /** DER of the certificates that this installation signs for people with. */
  readonly shared: readonly Uint8Array[]
}

/** So many states of a file are shown; those before are still told of. */
const shownAtMost = 25

/** A small file may have one long text told of again and again: what is told of it is bounded on its own. */
const reportAtMost = 8 * 1024 * 1024

/** Validates a file of someone. */
export async function validateFile(order: ValidateOrder): Promise<ExaminationResult> {
  const content = await readFile(order.file)
  const { anchors, trustLists, refused } = await readTrust(order.trust)
  const report = validatePdf(content, {
    anchors: [...order.anchors, ...anchors],
    trustLists,
    refusedLists: unusableNames(refused),
    at: order.at,
    isThorough: true,
    fonts: await loadAppearanceFonts(),
  })
  if (sizeOf(report, reportAtMost) > reportAtMost) throw new Error('The report is too large')
  return { report, revisions: revisionsOf(content, report), refusedLists: refused }
}

/** All there is to tell, in short and whole. */
export function concludeValidation(order: VerdictOrder): ValidationResult & { answer: IntegrationAnswer } {
  const report = withPageImages(order.report, order.compared)
  return {
    answer: answer(report, order.demands),
    report: stored(withSharedCertificates(report, order.shared)),
    xml: toReportXml(report),
    revisions: order.revisions,
  }
}

/** Tells of each valid signature whether the installation has made it for someone: only then is the name in it theirs. */
function withSharedCertificates(report: ValidationReport, shared: readonly Uint8Array[]): ValidationReport {
  const isShared = ({ indication, signer }: ValidationReport['signatures'][number]) =>
    indication === 'TOTAL_PASSED' &&
    signer !== null &&
    shared.some((der) => Buffer.from(der).equals(signer.certificate.der))
  const signatures = report.signatures.map((one) => ({ ...one, sharedCertificate: isShared(one) }))
  return { ...report, signatures }
}

/** Letters and bytes in it, counted no further than to `enough`. */
function sizeOf(value: unknown, enough: number): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length
  if (typeof value !== 'object' || value === null) return 1
  let size = 1
  for (const inner of Object.values(value)) {
    if (size > enough) break
    size += sizeOf(inner, enough - size)
  }
  return size
}

/** Dates as text; certificates without their bytes, which the XML has. */
function stored(report: ValidationReport): StoredReport {
  const text = JSON.stringify(report, (key, value: unknown) =>
    key === 'der' ? undefined : typeof value === 'string' ? keepable(value) : value,
  )
  return JSON.parse(text) as StoredReport
}

/** A PDF may call things by NUL and by halves of characters, which no database keeps. */
function keepable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function revisionsOf(content: Uint8Array, { file }: ValidationReport): StoredRevision[] {
  const hash = createHash('sha256')
  let hashed = 0
  const shownFrom = file.revisions.length - shownAtMost
  return file.revisions.map(({ end }, index) => {
    hash.update(content.subarray(hashed, end))
    hashed = end
    const pages = index >= shownFrom ? pagesOf(content.subarray(0, end)) : []
    return { end, sha256: hash.copy().digest('hex'), pages }
  })
}

function pagesOf(content: Uint8Array): StoredRevision['pages'] {
  const { problem, locked, pages } = inspect(content)
  if (problem || locked) return []
  return pages.map(({ index, width, height }) => ({ index, width, height }))
}
