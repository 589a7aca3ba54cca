import { certifiedPermission } from './certification.ts'
import type {
  FieldPlacement,
  FieldRect,
  InputPlacement,
  PlacementOptions,
  SignaturePlacement,
} from './fields/placement.ts'
import { addDrawing } from './appearance/appearance-stream.ts'
import { embedSharedFonts, shareResources } from './appearance/shared-resources.ts'
import type { SharedResources } from './appearance/shared-resources.ts'
import { drawRequested } from './fields/draw-requested.ts'
import { defaultFont } from './fields/default-font.ts'
import { requireFillable } from './fields/form-problem.ts'
import { groupPlacements } from './fields/group-placements.ts'
import type { InputPlacements, PlacedField } from './fields/group-placements.ts'
import { lockOf } from './fields/lock.ts'
import { createInputField } from './fields/place-input.ts'
import type { CreatedField, Creation, WidgetPlace } from './fields/place-input.ts'
import { archivalPart } from './inspection/archival-part.ts'
import { PdfError } from './pdf-error.ts'
import { dictEntry, openDocument } from './reader/document.ts'
import type { PdfDocument } from './reader/document.ts'
import { listFormFields } from './reader/form-fields.ts'
import type { FormField } from './reader/form-fields.ts'
import type { PdfObject, PdfRef } from './reader/objects.ts'
import { isOnPage, pageGeometry, rotationOf, toUserRect } from './reader/page-geometry.ts'
import type { PageGeometry } from './reader/page-geometry.ts'
import { findPage } from './reader/page-tree.ts'
import type { PdfBytes } from './reader/source.ts'
import { dict, isString, name as nameObject } from './reader/objects.ts'
import { decodeTextString, textString } from './text-string.ts'
import { appendAnnotation, appendFields, newWidget } from './writer/form-widgets.ts'
import { add, startRevision, writeRevision } from './writer/revision.ts'
import { isTagged, tagWidget } from './writer/tag-widget.ts'

/**
 * Creates signature and input fields in one revision and gives its bytes, to be appended to `base`.
 * All fields go in before the first signature, so that later signers only fill what is there.
 * Throws `field_invalid` (contradicting placements of one name, options that are none),
 * `value_too_long`, `value_not_an_option`, `field_not_found` (in a lock), `form_not_fillable`, `font_invalid`, `page_not_found`, `rect_invalid`, `rect_outside_page`, `field_exists`, `field_name_invalid`,
 * `certified_no_changes` (a certified document may take signatures in its own fields only), and what opening a file throws.
 */
export function placeSignatureFields(
  base: PdfBytes,
  placements: readonly FieldPlacement[],
  { fonts = [] }: PlacementOptions = {},
): Uint8Array {
  const document = openDocument(base)
  const revision = startRevision(document)
  if (certifiedPermission(document) !== undefined) {
    throw new PdfError('certified_no_changes', 'The document is certified: no field may be added to it')
  }
  const existing = listFormFields(document)
  const placed = groupPlacements(placements)
  claimNames(placed, existing)
  const firstInput = placed.flatMap((field) => ('inputs' in field ? [field.inputs[0]] : []))[0]
  if (firstInput) requireFillable(document, firstInput.name)
  const shared = shareResources(revision)
  const font = placed.some(hasText) ? defaultFont(shared, fonts) : undefined
  const creation = { shared, fonts, defaultFont: font?.name ?? '' }
  const refs: PdfRef[] = []
  // A signature may hold the structure as well: it is extended before the first one only.
  const isUnsigned = existing.every(isEmptyOrOther)
  const tagging = isTagged(document) && isUnsigned
  const drawsEmpty = isUnsigned && archivalPart(document) !== undefined
  for (const field of placed) {
    const created =
      'signature' in field
        ? createSignatureField(shared, field.signature, { tagging, drawsEmpty })
        : createInputs(creation, field.inputs)
    for (const { ref, page } of created.widgets) {
      appendAnnotation(revision, page, ref)
      if (tagging) tagWidget(revision, ref, page.ref)
    }
    refs.push(created.ref)
  }
  const drawn = drawRequested({ revision, shared, fonts }, existing)
  embedSharedFonts(shared)
  appendFields(revision, refs, {
    keepAppearances: canKeepAppearances(document, existing, drawn),
    ...(font?.ref ? { font: { name: font.name, ref: font.ref } } : {}),
  })
  return writeRevision(revision).tail
}

/**
 * In PDF/A an empty field has an appearance, too, which shows nothing (ISO 19005-1 §6.9, ISO 19005-2 §6.3.3). Once there is a
 * signature it has none: validators take one for something drawn over what was signed.
 */
function createSignatureField(
  shared: SharedResources,
  placement: SignaturePlacement,
  { tagging, drawsEmpty }: { readonly tagging: boolean; readonly drawsEmpty: boolean },
): CreatedField {
  const { revision } = shared
  const { name, label, rect, lock = [] } = placement
  const { page, widget, frame } = placeWidget(revision.document, rect ? placement : { ...placement, page: 0 })
  if (drawsEmpty) widget.entries.set('AP', dict({ N: addDrawing(shared, frame, '') }))
  widget.entries.set('FT', nameObject('Sig'))
  widget.entries.set('T', textString(name))
  if (tagging || label) widget.entries.set('TU', textString(label ?? 'Signature'))
  // ISO 32000-2 Table 235: the lock is an object of its own.
  if (lock.length > 0) widget.entries.set('Lock', add(revision, lockOf(lock)))
  const ref = add(revision, widget)
  return { ref, widgets: [{ ref, page }] }
}

function createInputs(creation: Creation, [first, ...others]: InputPlacements): CreatedField {
  const { document } = creation.shared.revision
  const at = (placement: InputPlacement) => ({ placement, place: placeWidget(document, placement) })
  return createInputField(creation, [at(first), ...others.map(at)])
}

const hasText = (field: PlacedField): boolean =>
  'inputs' in field && (field.inputs[0].kind === 'text' || field.inputs[0].kind === 'dropdown')

/**
 * Some viewers draw no signature while the form asks them to make its appearances themselves (/NeedAppearances). That
 * request can go when the form shows no value that only such an appearance would show, and no signature covers it yet.
 * `drawn` are the fields whose values have an appearance now.
 */
function canKeepAppearances(
  document: PdfDocument,
  fields: readonly FormField[],
  drawn: ReadonlySet<FormField>,
): boolean {
  return fields.every((field) => {
    if (field.type === 'Sig') return field.value === null
    if (drawn.has(field)) return true
    if (field.type === 'Tx' || field.type === 'Ch') return isBlank(field.value)
    return field.widgets.every(({ dict: widget }) => dictEntry(document, widget, 'AP') !== undefined)
  })
}

const isEmptyOrOther = (field: FormField): boolean => field.type !== 'Sig' || field.value === null

function isBlank(value: PdfObject): boolean {
  return value === null || (isString(value) && decodeTextString(value.bytes).trim() === '')
}

const thousandths = (value: number): number => Math.round(value * 1000) / 1000

/** Throws `field_name_invalid`, `field_exists`, and `field_not_found` for a lock of a field that is not there. */
function claimNames(placed: readonly PlacedField[], existing: readonly FormField[]): void {
  const taken = new Set(existing.map((field) => field.name))
  for (const { name } of placed.map(firstOf)) {
    if (name === '' || name.length > 200 || name.includes('.'))
      throw new PdfError('field_name_invalid', 'A field name has 1 to 200 characters and no period', name)
    if (taken.has(name))
      throw new PdfError('field_exists', `There is a field named ${JSON.stringify(name)}`, name)
    taken.add(name)
  }
  for (const name of placed.flatMap((field) => ('signature' in field ? (field.signature.lock ?? []) : [])))
    if (!taken.has(name))
      throw new PdfError('field_not_found', `There is no field named ${JSON.stringify(name)}`, name)
}

const firstOf = (field: PlacedField): FieldPlacement =>
  'signature' in field ? field.signature : field.inputs[0]

/** The widget of a placement, upright as displayed unless it is turned. */
function placeWidget(
  document: PdfDocument,
  { page: index, rect }: { readonly page: number; readonly rect: FieldRect | null },
): WidgetPlace {
  const page = findPage(document, index)
  const geometry = pageGeometry(document, page)
  if (rect) requireOnPage(geometry, rect)
  const widget = newWidget(page, rect ? toUserRect(geometry, rect).map(thousandths) : [0, 0, 0, 0])
  // /R turns counterclockwise and relative to the page (ISO 32000-2 Table 192): upright as displayed needs the page's own.
  const turn = rotationOf(geometry.rotate - (rect?.rotation ?? 0))
  if (rect && (turn !== 0 || geometry.rotate !== 0)) widget.entries.set('MK', dict({ R: turn }))
  const isLying = ((rect?.rotation ?? 0) / 90) % 2 !== 0
  const [width, height] = [rect?.width ?? 0, rect?.height ?? 0]
  return { page, widget, frame: isLying ? { width: height, height: width, turn } : { width, height, turn } }
}

function requireOnPage(page: PageGeometry, rect: FieldRect): void {
  const numbers = [rect.x, rect.y, rect.width, rect.height, rect.rotation ?? 0]
  if (numbers.some((value) => !Number.isFinite(value)) || rect.width <= 0 || rect.height <= 0) {
    throw new PdfError('rect_invalid', 'A rectangle has finite numbers and a size')
  }
  if ((rect.rotation ?? 0) % 90 !== 0)
    throw new PdfError('rect_invalid', 'A rotation is a multiple of 90 degrees')
  if (!isOnPage(page, rect))
    throw new PdfError('rect_outside_page', 'The rectangle lies wholly outside the page')
}
