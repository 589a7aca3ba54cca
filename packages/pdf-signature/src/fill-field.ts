import { addAppearance } from './appearance/appearance-stream.ts'
import type { Appearance, AppearanceFrame } from './appearance/appearance-stream.ts'
import { PdfError } from './pdf-error.ts'
import { arrayEntry, catalogOf, dictEntry, entryOf } from './reader/document.ts'
import type { PdfDocument } from './reader/document.ts'
import type { FormField } from './reader/form-fields.ts'
import { copyDict, dict, isDict, isRef } from './reader/objects.ts'
import type { PdfDict, PdfObject, PdfRef } from './reader/objects.ts'
import { pageGeometry, rectOf, rotationOf } from './reader/page-geometry.ts'
import type { PageGeometry } from './reader/page-geometry.ts'
import { listPages, pageAt } from './reader/page-tree.ts'
import { addReference } from './writer/certify.ts'
import { emptyAppearance, WIDGET_FLAGS } from './writer/form-widgets.ts'
import { current, replace } from './writer/revision.ts'
import type { Revision } from './writer/revision.ts'

/**
 * Makes an empty signature field signed, with the appearance where it has a rectangle; gives the characters no font has.
 * Throws `field_not_a_signature`, `field_already_signed`, `needs_normalising`.
 */
export function fillField(
  revision: Revision,
  field: FormField,
  signature: PdfRef,
  appearance: Appearance | undefined,
): readonly string[] {
  if (field.type !== 'Sig') throw new PdfError('field_not_a_signature', 'The field is not a signature field')
  if (field.value !== null) throw new PdfError('field_already_signed', 'The field is signed already')
  if (!field.ref) throw new PdfError('needs_normalising', 'The field is not an object of its own')
  applyLock(revision, field, signature)
  const filled = copyDict(field.dict)
  filled.entries.set('V', signature)
  replace(revision, field.ref, filled)
  markSigned(revision)
  const [widget] = field.widgets
  return widget?.ref ? drawWidget(revision, widget.ref, appearance) : []
}

function drawWidget(revision: Revision, ref: PdfRef, appearance: Appearance | undefined): readonly string[] {
  const now = current(revision, ref)
  if (!isDict(now)) return []
  const widget = copyDict(now)
  widget.entries.set('F', WIDGET_FLAGS)
  const frame = appearance && frameOf(revision.document, ref, widget)
  const drawn = frame && addAppearance(revision, frame, appearance)
  const shown = drawn?.ref ?? emptyAppearance(revision)
  widget.entries.set('AP', dict({ N: shown }))
  replace(revision, ref, widget)
  return drawn?.missing ?? []
}

/** The widget's size as displayed; its /MK /R says how it is turned, or else it is to be upright on its page. */
function frameOf(document: PdfDocument, ref: PdfRef, widget: PdfDict): AppearanceFrame | undefined {
  const rect = rectOf(document, widget.entries.get('Rect'))
  if (!rect) return undefined
  const geometry = geometryOf(document, ref, widget)
  const style = dictEntry(document, widget, 'MK')
  const stated = style && entryOf(document, style, 'R')
  const turn = typeof stated === 'number' ? rotationOf(stated) : (geometry?.rotate ?? 0)
  const unit = geometry?.userUnit ?? 1
  const [across, up] = [(rect[2] - rect[0]) * unit, (rect[3] - rect[1]) * unit]
  const turned = turn === 90 || turn === 270
  return { width: turned ? up : across, height: turned ? across : up, turn }
}

function geometryOf(document: PdfDocument, ref: PdfRef, widget: PdfDict): PageGeometry | undefined {
  const stated = widget.entries.get('P')
  if (isRef(stated)) return pageGeometry(document, pageAt(document, stated))
  const page = listPages(document).find((candidate) =>
    (arrayEntry(document, candidate.dict, 'Annots') ?? []).some(
      (item) => isRef(item) && item.num === ref.num,
    ),
  )
  return page && pageGeometry(document, page)
}

/** ISO 32000-2 §12.8.2.4: a field that has a lock puts it into force when it is signed. */
function applyLock(revision: Revision, field: FormField, signature: PdfRef): void {
  const lock = dictEntry(revision.document, field.dict, 'Lock')
  if (!lock) return
  const parameters: Record<string, PdfObject> = {}
  for (const key of ['Action', 'Fields']) {
    const value = lock.entries.get(key)
    if (value !== undefined) parameters[key] = value
  }
  addReference(revision, signature, 'FieldMDP', parameters)
}

/** The form says that the file has signatures (ISO 32000-2 Table 225), where a field of the document's own is signed. */
function markSigned(revision: Revision): void {
  const { ref, dict: catalog } = catalogOf(revision.document)
  const form = dictEntry(revision.document, catalog, 'AcroForm')
  if (!form || entryOf(revision.document, form, 'SigFlags') === 3) return
  const updated = copyDict(form)
  updated.entries.set('SigFlags', 3)
  const held = catalog.entries.get('AcroForm')
  if (isRef(held)) return replace(revision, held, updated)
  const root = copyDict(catalog)
  root.entries.set('AcroForm', updated)
  replace(revision, ref, root)
}
