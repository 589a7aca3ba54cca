import { addAppearance } from './appearance/appearance-stream.ts'
import type { Appearance } from './appearance/appearance-stream.ts'
import { PdfError } from './pdf-error.ts'
import type { SharedResources } from './appearance/shared-resources.ts'
import { lockParameters } from './fields/lock.ts'
import { frameOf } from './fields/widget-frame.ts'
import { catalogOf, dictEntry, entryOf } from './reader/document.ts'
import type { FormField } from './reader/form-fields.ts'
import { copyDict, dict, isDict, isRef } from './reader/objects.ts'
import type { PdfRef } from './reader/objects.ts'
import { addReference } from './writer/certify.ts'
import { emptyAppearance, WIDGET_FLAGS } from './writer/form-widgets.ts'
import { current, replace } from './writer/revision.ts'
import type { Revision } from './writer/revision.ts'

/** What a signature field is filled with. */
export interface FieldSigning {
  /** The signature dictionary. */
  readonly signature: PdfRef
  readonly appearance: Appearance | undefined
  /** Full names of the fields that are locked with it, beside those that the field itself says. */
  readonly locked: readonly string[]
}

/**
 * Makes an empty signature field signed, with the appearance where it has a rectangle; gives the characters no font has.
 * Throws `field_not_a_signature`, `field_already_signed`, `needs_normalising`.
 */
export function fillField(
  shared: SharedResources,
  field: FormField,
  { signature, appearance, locked }: FieldSigning,
): readonly string[] {
  const { revision } = shared
  if (field.type !== 'Sig') throw new PdfError('field_not_a_signature', 'The field is not a signature field')
  if (field.value !== null) throw new PdfError('field_already_signed', 'The field is signed already')
  if (!field.ref) throw new PdfError('needs_normalising', 'The field is not an object of its own')
  lockFields(revision, field, signature, locked)
  const filled = copyDict(field.dict)
  filled.entries.set('V', signature)
  replace(revision, field.ref, filled)
  markSigned(revision)
  const [widget] = field.widgets
  return widget?.ref ? drawWidget(shared, widget.ref, appearance) : []
}

function drawWidget(
  shared: SharedResources,
  ref: PdfRef,
  appearance: Appearance | undefined,
): readonly string[] {
  const { revision } = shared
  const now = current(revision, ref)
  if (!isDict(now)) return []
  const widget = copyDict(now)
  widget.entries.set('F', WIDGET_FLAGS)
  const frame = appearance && frameOf(revision.document, ref, widget)
  const drawn = frame && addAppearance(shared, frame, appearance)
  const shown = drawn?.ref ?? emptyAppearance(revision)
  widget.entries.set('AP', dict({ N: shown }))
  replace(revision, ref, widget)
  return drawn?.missing ?? []
}

/** ISO 32000-2 §12.8.2.4: a field that has a lock puts it into force when it is signed. */
export function lockFields(
  revision: Revision,
  field: FormField | undefined,
  signature: PdfRef,
  names: readonly string[],
): void {
  const parameters = lockParameters(revision.document, field, names)
  if (parameters) addReference(revision, signature, 'FieldMDP', parameters)
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
