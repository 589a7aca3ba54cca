import { certifiedPermission } from './certification.ts'
import type { FieldPlacement, FieldRect, PlacementOptions } from './fields/placement.ts'
import { PdfError } from './pdf-error.ts'
import { dictEntry, openDocument } from './reader/document.ts'
import type { PdfDocument } from './reader/document.ts'
import { listFormFields } from './reader/form-fields.ts'
import type { FormField } from './reader/form-fields.ts'
import type { PdfObject, PdfRef } from './reader/objects.ts'
import { pageGeometry, rotationOf, toUserRect } from './reader/page-geometry.ts'
import type { PageGeometry } from './reader/page-geometry.ts'
import { findPage } from './reader/page-tree.ts'
import type { PdfBytes } from './reader/source.ts'
import { dict, isString } from './reader/objects.ts'
import { decodeTextString, textString } from './text-string.ts'
import { appendAnnotation, appendFields, signatureWidget } from './writer/form-widgets.ts'
import { add, startRevision, writeRevision } from './writer/revision.ts'
import { isTagged, tagWidget } from './writer/tag-widget.ts'

/**
 * Creates signature and input fields in one revision and gives its bytes, to be appended to `base`.
 * All fields go in before the first signature, so that later signers only fill what is there.
 * Throws `field_invalid` (contradicting placements of one name, options that are none),
 * `value_too_long`, `value_not_an_option`, `form_not_fillable`, `font_invalid`, `page_not_found`, `rect_invalid`, `rect_outside_page`, `field_exists`, `field_name_invalid`,
 * `certified_no_changes` (a certified document may take signatures in its own fields only), and what opening a file throws.
 */
export function placeSignatureFields(
  base: PdfBytes,
  placements: readonly FieldPlacement[],
  _options: PlacementOptions = {},
): Uint8Array {
  const document = openDocument(base)
  const revision = startRevision(document)
  if (certifiedPermission(document) !== undefined) {
    throw new PdfError('certified_no_changes', 'The document is certified: no field may be added to it')
  }
  const existing = listFormFields(document)
  const taken = new Set(existing.map((field) => field.name))
  const fields: PdfRef[] = []
  // A signature may hold the structure as well: it is extended before the first one only.
  const tagging = isTagged(document) && existing.every(isEmptyOrOther)
  for (const placement of placements) {
    if (placement.kind !== undefined && placement.kind !== 'signature')
      throw new PdfError('field_invalid', 'Only signature fields can be created yet', placement.name)
    claimName(placement.name, taken)
    const page = findPage(document, placement.rect ? placement.page : 0)
    const geometry = pageGeometry(document, page)
    if (placement.rect) requireOnPage(geometry, placement.rect)
    const rect = placement.rect ? toUserRect(geometry, placement.rect).map(thousandths) : [0, 0, 0, 0]
    const widget = signatureWidget(placement.name, page, rect)
    // /R turns counterclockwise and relative to the page (ISO 32000-2 Table 192): upright as displayed needs the page's own.
    const turn = rotationOf(geometry.rotate - (placement.rect?.rotation ?? 0))
    if (placement.rect && (turn !== 0 || geometry.rotate !== 0)) widget.entries.set('MK', dict({ R: turn }))
    if (tagging || placement.label) widget.entries.set('TU', textString(placement.label ?? 'Signature'))
    const field = add(revision, widget)
    appendAnnotation(revision, page, field)
    if (tagging) tagWidget(revision, field, page.ref)
    fields.push(field)
  }
  appendFields(revision, fields, { keepAppearances: canKeepAppearances(document, existing) })
  return writeRevision(revision).tail
}

/**
 * Some viewers draw no signature while the form asks them to make its appearances themselves (/NeedAppearances). That
 * request can go when the form shows no value that only such an appearance would show, and no signature covers it yet.
 */
function canKeepAppearances(document: PdfDocument, fields: readonly FormField[]): boolean {
  return fields.every((field) => {
    if (field.type === 'Sig') return field.value === null
    if (field.type === 'Tx' || field.type === 'Ch') return isBlank(field.value)
    return field.widgets.every(({ dict: widget }) => dictEntry(document, widget, 'AP') !== undefined)
  })
}

const isEmptyOrOther = (field: FormField): boolean => field.type !== 'Sig' || field.value === null

function isBlank(value: PdfObject): boolean {
  return value === null || (isString(value) && decodeTextString(value.bytes).trim() === '')
}

const thousandths = (value: number): number => Math.round(value * 1000) / 1000

function claimName(fieldName: string, taken: Set<string>): void {
  if (fieldName === '' || fieldName.length > 200 || fieldName.includes('.')) {
    throw new PdfError('field_name_invalid', 'A field name has 1 to 200 characters and no period')
  }
  if (taken.has(fieldName))
    throw new PdfError('field_exists', `There is a field named ${JSON.stringify(fieldName)}`)
  taken.add(fieldName)
}

function requireOnPage(page: PageGeometry, rect: FieldRect): void {
  const numbers = [rect.x, rect.y, rect.width, rect.height, rect.rotation ?? 0]
  if (numbers.some((value) => !Number.isFinite(value)) || rect.width <= 0 || rect.height <= 0) {
    throw new PdfError('rect_invalid', 'A rectangle has finite numbers and a size')
  }
  if ((rect.rotation ?? 0) % 90 !== 0)
    throw new PdfError('rect_invalid', 'A rotation is a multiple of 90 degrees')
  if (
    rect.x >= page.width ||
    rect.y >= page.height ||
    rect.x + rect.width <= 0 ||
    rect.y + rect.height <= 0
  ) {
    throw new PdfError('rect_outside_page', 'The rectangle lies wholly outside the page')
  }
}
