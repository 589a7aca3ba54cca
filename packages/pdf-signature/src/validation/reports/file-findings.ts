import { findActiveContent } from '../../inspection/active-content.ts'
import { PdfError } from '../../pdf-error.ts'
import { isOfOneObject, newBudget } from '../../reader/budget.ts'
import { catalogOf, dictEntry } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { listPages } from '../../reader/page-tree.ts'
import { readAppended } from '../objects/appended.ts'
import { removedSignatures } from '../objects/removed-signatures.ts'
import { revisionEnds } from '../objects/revisions.ts'
import { listSignedFields } from '../objects/signed-fields.ts'
import { overlappingFields } from '../changes/overlaps.ts'
import { fieldsShowingOther } from '../changes/shown-values.ts'
import type { Finding } from './report.ts'

export function pageCount(document: PdfDocument): number | null {
  try {
    return listPages(document).length
  } catch (error) {
    if (error instanceof PdfError) return null
    throw error
  }
}

/** What is odd about the file, whichever signature it is. */
export function fileWarnings(document: PdfDocument, isThorough: boolean): Finding[] {
  const warnings: Finding[] = []
  if (document.recovered) warnings.push({ code: 'cross_reference_rebuilt' })
  const { dict: catalog, ref } = catalogOf(document)
  const form = dictEntry(document, catalog, 'AcroForm')
  if (document.xref.trailer.ambiguous || catalog.ambiguous || form?.ambiguous)
    warnings.push({ code: 'doubled_keys', parameters: { objects: String(ref.num) } })
  else if (isThorough && !document.recovered) warnings.push(...hiddenObjects(document))
  if (isThorough) warnings.push(...activeContent(document), ...misleadingFields(document))
  return warnings
}

/** Signatures that an earlier revision has and the file as it is now doesn't. */
export function removalWarnings(document: PdfDocument): Finding[] {
  return removedSignatures(document, revisionEnds(document), listSignedFields(document))
    .slice(0, shownFields)
    .map(({ field, revision }) => ({
      code: 'signature_removed',
      parameters: { field, revision: String(revision) },
    }))
}

/**
 * Objects no cross-reference lists, those that say a key twice and those that can't be read, anywhere in the file (see
 * `readAppended`). What nothing refers to is read as well, and takes nothing from what the rest of the validation may cost.
 */
function hiddenObjects(document: PdfDocument): Finding[] {
  const budget = newBudget(document.source.length)
  try {
    // What refers to others is read on the account of the whole file.
    const { objects } = readAppended({ ...document, budget }, 0, (error) =>
      isOfOneObject(error, budget, document.budget),
    )
    const listed = (numbers: readonly { readonly num: number }[]): Record<string, string> => ({
      objects: [...new Set(numbers.map(({ num }) => num))].slice(0, 20).join(', '),
    })
    const hidden = objects.filter(({ isHidden }) => isHidden)
    const unread = objects.filter(({ isUnread }) => isUnread)
    const doubled = objects.filter(({ isAmbiguous }) => isAmbiguous)
    return [
      ...(hidden.length > 0 ? [{ code: 'hidden_revisions', parameters: listed(hidden) } as const] : []),
      ...(doubled.length > 0 ? [{ code: 'doubled_keys', parameters: listed(doubled) } as const] : []),
      ...(unread.length > 0 ? [{ code: 'objects_not_examined', parameters: listed(unread) } as const] : []),
    ]
  } catch (error) {
    if (isOfOneObject(error, budget, document.budget)) return []
    throw error
  }
}

/**
 * Automatic actions can make the pages show something other than what was signed. So could what can't be looked into,
 * and that is told in words of its own: nobody has found a script there.
 */
function activeContent(document: PdfDocument): Finding[] {
  try {
    const kinds = findActiveContent(document, listPages(document)).filter((kind) => acting.test(kind))
    return kinds.length > 0 ? [{ code: 'active_content', parameters: { kinds: kinds.join(', ') } }] : []
  } catch (error) {
    if (isOfOneObject(error, document.budget)) return [{ code: 'scripts_not_examined' }]
    throw error
  }
}

const shownFields = 20

/** Fields by which who reads the page and who reads the data would not get the same. */
function misleadingFields(document: PdfDocument): Finding[] {
  const differing = fieldsShowingOther(document).slice(0, shownFields)
  const hidden = overlaps(document).slice(0, shownFields)
  return [
    ...differing.map((field): Finding => ({ code: 'field_value_differs', parameters: { field } })),
    ...hidden.map((parameters): Finding => ({ code: 'fields_overlap', parameters })),
  ]
}

/** Pages that can't be listed to find where fields are have their scripts told as not examined (see `activeContent`). */
function overlaps(document: PdfDocument): ReturnType<typeof overlappingFields> {
  try {
    return overlappingFields(document)
  } catch (error) {
    if (isOfOneObject(error, document.budget)) return []
    throw error
  }
}

// A field's scripts run when it is filled in, and the resulting changes are checked separately.
const acting = /^(?:open|document|page|annotation)_javascript$|launch|rich_media|dynamic_xfa/
