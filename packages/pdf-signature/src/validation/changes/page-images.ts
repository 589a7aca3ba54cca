import type {
  ChangedArea,
  ChangeKind,
  Finding,
  SignatureReport,
  ValidationReport,
} from '../reports/report.ts'
import type { FindingCode } from '../finding-codes.ts'
import { coveringFinding } from '../findings.ts'
import type { Covering } from '../findings.ts'

/** Where a permitted change may be seen, and in which field where one was signed or filled in there. */
export interface ExplainedArea extends ChangedArea {
  readonly signedField?: string
  readonly filledField?: string
}

/** A signed revision whose pages are to be compared with those of the file as it is now. */
export interface PagesToCompare {
  /** Index of the signature in the report. */
  readonly signature: number
  /** Bytes of the file that were signed. */
  readonly end: number
  readonly areas: readonly ExplainedArea[]
}

/** What the images of the pages of one signed revision show. Pages are counted from 1. */
export interface ComparedPages {
  readonly signature: number
  /** Pages that were rendered in both states. */
  readonly compared: readonly number[]
  /** Pages that differ outside of what is explained. */
  readonly differing: readonly number[]
  /** Later signatures and values of fields that are drawn over what was signed. */
  readonly covered: readonly Covering[]
}

const shownPages = 20
/** A comment is drawn with an icon of its own size (ISO 32000-2 §12.5.6.4), which its rectangle may not hold. */
const commentMargin = 0.05

/** The signed revisions that something was appended to, with what the changes since then explain. */
export function pagesToCompare(report: ValidationReport): PagesToCompare[] {
  return report.signatures.flatMap(({ indication, revision, coversWholeFile, changesAfter }, signature) => {
    const end = report.file.revisions.find(({ number }) => number === revision)?.end
    if (indication === 'TOTAL_FAILED' || coversWholeFile || end === undefined) return []
    const areas = changesAfter.flatMap(({ kind, permitted, field, areas: changed = [] }): ExplainedArea[] => {
      if (!permitted) return []
      if (kind === 'annotation_added') return changed.map(widened)
      return changed.map((area) => ({ ...area, ...drawnIn(kind, field) }))
    })
    return [{ signature, end, areas }]
  })
}

function drawnIn(kind: ChangeKind, field: string | undefined): Partial<ExplainedArea> {
  if (field === undefined) return {}
  if (kind === 'signature_added') return { signedField: field }
  return kind === 'form_filled' ? { filledField: field } : {}
}

const widened = ({ page, left, top, right, bottom }: ChangedArea): ChangedArea => ({
  page,
  left: left - commentMargin,
  top: top - commentMargin,
  right: right + commentMargin,
  bottom: bottom + commentMargin,
})

/**
 * The report with what the images of the pages show: a signature after which pages look different without a change that
 * explains it does not hold, and one whose content a later signature covers holds with a reservation. `compared` has
 * the revisions that were looked at, without pages where none could be compared.
 */
export function withPageImages(
  report: ValidationReport,
  compared: readonly ComparedPages[] | undefined,
): ValidationReport {
  const wanted = pagesToCompare(report)
  if (wanted.length === 0) return report
  const signatures = report.signatures.map((signature, index) => {
    const found = compared?.find((one) => one.signature === index)
    return found ? judged(signature, found) : signature
  })
  const pages = report.file.pages ?? 0
  const tried = wanted.flatMap(
    ({ signature }) => compared?.find((one) => one.signature === signature)?.compared.length ?? [],
  )
  const fewest = tried.length === 0 ? 0 : Math.min(...tried)
  const missing: Finding = {
    code: 'page_images_not_compared',
    parameters: { pages: `${fewest}/${pages}` },
  }
  // That a long document, or one with many signatures, was looked at in part is no reason to doubt it; that nothing of a
  // signed revision could be shown is.
  const warnings = fewest === 0 ? [...report.warnings, missing] : report.warnings
  const infos = [
    ...report.infos,
    ...(fewest > 0 && fewest < pages ? [missing] : []),
    ...(fewest > 0 && tried.length < wanted.length ? [leftOut(tried.length, wanted.length)] : []),
  ]
  const overall = signatures.some(({ indication }) => indication === 'TOTAL_FAILED')
    ? 'TOTAL_FAILED'
    : report.overall
  const isReserved = warnings.length > 0 || signatures.some(({ withReservation }) => withReservation)
  return {
    ...report,
    signatures,
    overall,
    warnings,
    infos,
    withReservation: overall === 'TOTAL_PASSED' && isReserved,
  }
}

const leftOut = (compared: number, all: number): Finding => ({
  code: 'signed_revisions_not_compared',
  parameters: { signatures: `${compared}/${all}` },
})

const toldByImages = new Set<FindingCode>(['signature_covers_content', 'field_covers_content'])

function judged(signature: SignatureReport, found: ComparedPages): SignatureReport {
  const { differing, covered, compared } = found
  const isSeen = (page: string | undefined): boolean => compared.includes(Number(page))
  // What was told by the size of a field alone gives way to what is seen of it.
  const warnings = [
    ...signature.warnings.filter(
      ({ code, parameters }) => !toldByImages.has(code) || !isSeen(parameters?.page),
    ),
    ...covered.map(coveringFinding),
  ]
  if (differing.length === 0) {
    const isReserved = signature.indication === 'TOTAL_PASSED' && warnings.length > 0
    return { ...signature, warnings, withReservation: isReserved }
  }
  const error: Finding = {
    code: 'page_images_differ',
    parameters: { pages: differing.slice(0, shownPages).join(', ') },
  }
  return {
    ...signature,
    indication: 'TOTAL_FAILED',
    subIndication: 'FORMAT_FAILURE',
    withReservation: false,
    warnings,
    errors: [...signature.errors, error],
  }
}
