import type { Inspection } from './inspect.ts'
import type { ActiveContent } from './inspection/active-content.ts'

/** Why a file cannot be taken for signing: a closed list. */
export type RefusalCode =
  | 'not_a_pdf'
  | 'damaged'
  | 'unsupported_filter'
  | 'encrypted'
  | 'signed_and_encrypted'
  | 'no_pages'
  | 'too_many_pages'
  | 'certified_no_changes'
  | 'certified_no_free_field'
  | 'certified_hidden_field'
  | 'certified_seed_value'
  | 'field_locked'
  | 'active_content'
  | 'dynamic_form'
  | 'signed_and_damaged'

export const MAX_PAGES = 10_000

/**
 * Scripts that run when the document or a page is opened, printed, saved or closed: what is shown could differ from what
 * was signed. Programs in it, and actions that start one, even on a click. A script that only a click on a link or a
 * field runs is accepted; a validation tells of it.
 */
const refused: readonly ActiveContent[] = [
  'open_javascript',
  'document_javascript',
  'page_javascript',
  'launch',
  'embedded_executable',
]

/** Pages or values that the viewer makes when the file is opened or filled in. */
const dynamic: readonly ActiveContent[] = ['dynamic_xfa', 'calculated_fields']

/** The first reason not to take the file, or null. */
export function refusal(inspection: Inspection): RefusalCode | null {
  if (inspection.problem === 'not_a_pdf') return 'not_a_pdf'
  if (inspection.problem === 'unsupported_filter') return 'unsupported_filter'
  if (inspection.problem) return 'damaged'
  if (inspection.locked) return 'encrypted'
  if (inspection.encrypted && inspection.signatures.length > 0) return 'signed_and_encrypted'
  if (inspection.signatures.length > 0 && inspection.needsNormalising) return 'signed_and_damaged'
  if (inspection.pageCount === 0) return 'no_pages'
  if (inspection.pageCount > MAX_PAGES) return 'too_many_pages'
  if (inspection.certifiedNoChange) return 'certified_no_changes'
  if (lacksField(inspection)) return whyNoField(inspection)
  if (inspection.fieldLocks.some((lock) => lock.noChanges || lock.action !== 'Include')) return 'field_locked'
  if (inspection.activeContent.some((content) => refused.includes(content))) return 'active_content'
  if (inspection.activeContent.some((content) => dynamic.includes(content))) return 'dynamic_form'
  return null
}

/** A certified document takes further signatures only in fields it has (ISO 32000-2 Table 257). */
function lacksField({ certifiedPermission, emptySignatureFields }: Inspection): boolean {
  return certifiedPermission !== undefined && emptySignatureFields.length === 0
}

/** It may have fields, but none of them can be offered. */
function whyNoField({ unusableSignatureFields }: Inspection): RefusalCode {
  const reasons = new Set(unusableSignatureFields.map(({ reason }) => reason))
  if (reasons.has('seed_value')) return 'certified_seed_value'
  return reasons.has('hidden') ? 'certified_hidden_field' : 'certified_no_free_field'
}
