import { flags, flagsOf } from '../../fields/field-attributes.ts'
import { arrayEntry, catalogOf, dictEntry, entryOf, resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { listFormFields } from '../../reader/form-fields.ts'
import type { FormField } from '../../reader/form-fields.ts'
import { isDict, isName, isRef, isString } from '../../reader/objects.ts'
import type { PdfDict, PdfObject, PdfRef } from '../../reader/objects.ts'
import { listPages } from '../../reader/page-tree.ts'
import { decodeTextString } from '../../text-string.ts'
import { explainAppearance, isVisible } from './appearance-changes.ts'
import { areasOf } from './changed-areas.ts'
import { addedItems, explainHeld, explainNew, isNew, isOwn, note } from './comparison.ts'
import type { Comparison } from './comparison.ts'
import { fields as fieldList, form } from '../objects/owner.ts'
import { overlapping } from './overlaps.ts'
import { isPlainlyFilled } from './plain-filling.ts'
import { hasOtherPictures } from './redrawn-buttons.ts'
import { differingKeys, sameObject } from './references.ts'
import type { Change, ChangedArea } from '../reports/report.ts'
import { differenceOf } from './shown-values.ts'

/** What happened to the form: fields filled in, signature fields added. Anything else is not permitted. */
export function compareForms(comparison: Comparison): void {
  const { before, after } = comparison
  const [oldRoot, newRoot] = [catalogOf(before).dict, catalogOf(after).dict]
  const oldForm = dictEntry(before, oldRoot, 'AcroForm')
  const newForm = dictEntry(after, newRoot, 'AcroForm')
  if (!newForm && !oldForm) return
  const isHeld = explainHeld(
    comparison,
    form,
    oldRoot.entries.get('AcroForm'),
    newRoot.entries.get('AcroForm'),
  )
  const differing = differingKeys(oldForm?.entries ?? new Map(), newForm?.entries ?? new Map())
  const fields = oldForm ? listFormFields(before) : []
  // Fonts for appearances that viewers make: only where there is nothing that they would make one of.
  const hasOnlySignatures = fields.every(({ type }) => type === 'Sig')
  const isMade = !hasOnlySignatures || (differing.some(makesAppearances) && leavesDrawing(before, fields))
  const permitted = !isMade ? ['Fields', 'SigFlags', 'DA', 'DR'] : ['Fields', 'SigFlags']
  if (!isMade) explainNew(comparison, newForm?.entries.get('DR'))
  const added =
    newForm &&
    addedItems(comparison, fieldList, oldForm?.entries.get('Fields'), newForm.entries.get('Fields'))
  if (!isHeld || !added || differing.some((key) => !permitted.includes(key)))
    note(comparison, { kind: 'form_changed', permitted: false, visible: true })
  const taken = new Set(fields.map(({ name }) => name))
  for (const item of added ?? []) compareNewField(comparison, item, taken)
  for (const field of fields) compareField(comparison, field)
}

const makesAppearances = (key: string): boolean => key === 'DA' || key === 'DR'

/**
 * Whether pages show annotations that viewers draw by what the form says: texts, and widgets that the form does not list.
 * Some viewers take these for fields as soon as there is a form (ISO 32000-2 §12.7.4.3).
 */
function leavesDrawing(document: PdfDocument, fields: readonly FormField[]): boolean {
  const listed = new Set(fields.flatMap(({ widgets }) => widgets.map(({ dict }) => dict)))
  return listPages(document).some(({ dict: page }) =>
    (arrayEntry(document, page, 'Annots') ?? []).some((item) => {
      const annotation = resolve(document, item)
      if (!isDict(annotation) || listed.has(annotation) || annotation.entries.has('AP')) return false
      const subtype = entryOf(document, annotation, 'Subtype')
      return isName(subtype) && (subtype.name === 'FreeText' || subtype.name === 'Widget')
    }),
  )
}

/** Only signature fields may be added, each with a name of its own and without actions. */
function compareNewField(comparison: Comparison, item: PdfObject, taken: Set<string>): void {
  const field = isRef(item) && isNew(comparison, item.num) ? comparison.after.load(item.num) : null
  const type = isDict(field) ? field.entries.get('FT') : undefined
  const widgets = isRef(item) && isDict(field) ? newWidgets(comparison, item, field) : undefined
  if (
    !isRef(item) ||
    !isDict(field) ||
    !widgets ||
    !isName(type) ||
    type.name !== 'Sig' ||
    ['AA', 'A', 'Parent', 'OC'].some((key) => field.entries.has(key))
  )
    return note(comparison, {
      kind: 'form_changed',
      permitted: false,
      visible: true,
      ...(isDict(field) ? { field: nameOf(comparison, field) } : {}),
    })
  const name = nameOf(comparison, field)
  for (const { num, dict } of [{ num: item.num, dict: field }, ...widgets]) {
    comparison.newFields.add(num)
    comparison.explained.add(num)
    for (const key of ['V', 'AP', 'MK', 'Lock', 'SV']) explainNew(comparison, dict.entries.get(key))
  }
  explainNew(comparison, field.entries.get('Kids'))
  const signature = dictEntry(comparison.after, field, 'V')
  const shown = widgets.map(({ dict }) => dict)
  const visible = shown.some((widget) => isVisible(comparison.after, widget))
  const isTimestamp = signature !== undefined && isTimestampDictionary(signature)
  // An empty field has nothing to show: with an appearance it would draw over the page without anybody having signed.
  const isOverlay =
    signature === undefined && shown.some(({ entries }) => entries.has('AP') || entries.has('MK'))
  const mayBeAdded = comparison.permissions.newFields || (isTimestamp && !visible)
  note(comparison, {
    kind: isTimestamp ? 'document_timestamp_added' : signature ? 'signature_added' : 'signature_field_added',
    permitted:
      mayBeAdded && !taken.has(name) && !(isOverlay && visible) && holdsNewSignature(comparison, field),
    visible: visible && (signature !== undefined || isOverlay),
    field: name,
    objects: [item.num],
    ...areasOf(
      comparison.after,
      widgets.map(({ num }) => num),
    ),
  })
  taken.add(name)
}

function nameOf({ after }: Comparison, field: PdfDict): string {
  const title = resolve(after, field.entries.get('T'))
  return isString(title) ? decodeTextString(title.bytes) : ''
}

interface NewWidget {
  readonly num: number
  readonly dict: PdfDict
}

/** The widgets of a new field: itself, or new ones that are its kids and no fields (ISO 32000-2 §12.7.4.2). */
function newWidgets(comparison: Comparison, ref: PdfRef, field: PdfDict): NewWidget[] | undefined {
  const kids = resolve(comparison.after, field.entries.get('Kids'))
  if (kids === null) return isWidgetOrNone(comparison, field) ? [{ num: ref.num, dict: field }] : undefined
  if (!Array.isArray(kids) || ['Subtype', 'Rect', 'AP'].some((key) => field.entries.has(key)))
    return undefined
  const widgets = kids.flatMap((kid) => newWidget(comparison, ref, kid) ?? [])
  const numbers = new Set(widgets.map(({ num }) => num))
  return widgets.length === kids.length && numbers.size === kids.length ? widgets : undefined
}

function newWidget(comparison: Comparison, parent: PdfRef, kid: PdfObject): NewWidget | undefined {
  const dict = isRef(kid) && isNew(comparison, kid.num) ? comparison.after.load(kid.num) : null
  if (!isRef(kid) || !isDict(dict) || !sameObject(dict.entries.get('Parent'), parent)) return undefined
  const subtype = dict.entries.get('Subtype')
  const forbidden = ['T', 'FT', 'V', 'Kids', 'AA', 'A', 'OC']
  if (!isName(subtype) || subtype.name !== 'Widget') return undefined
  return forbidden.some((key) => dict.entries.has(key)) ? undefined : { num: kid.num, dict }
}

/** Any other annotation draws over the page, most of them without an appearance of their own. */
function isWidgetOrNone({ after }: Comparison, field: PdfDict): boolean {
  const subtype = resolve(after, field.entries.get('Subtype'))
  return subtype === null || (isName(subtype) && subtype.name === 'Widget')
}

/** A field that shows an older signature as its own would let it count twice, for the person who the field names. */
const holdsNewSignature = (comparison: Comparison, field: PdfDict): boolean => {
  const held = field.entries.get('V')
  return !isRef(held) || isNew(comparison, held.num)
}

function isTimestampDictionary(signature: PdfDict): boolean {
  const subFilter = signature.entries.get('SubFilter')
  return isName(subFilter) && subFilter.name === 'ETSI.RFC3161'
}

/** What signing a field, and filling one in, may change of it and of its widgets. */
const changedBySigning = ['V', 'AP', 'F', 'FT']
const changedByFilling = ['V', 'AP', 'AS', 'I', 'RV', 'M', 'TI', 'FT']

function compareField(comparison: Comparison, field: FormField): void {
  const { after, changed, explained, permissions } = comparison
  const parts = [{ ref: field.ref, dict: field.dict }, ...field.widgets]
  const touched = parts.filter(({ ref }) => ref && changed.has(ref.num) && !explained.has(ref.num))
  const isSignature = field.type === 'Sig'
  if (touched.length === 0 && isSignature) return
  const keys = isSignature ? changedBySigning : changedByFilling
  let isAllowed = permissions.mayFill(field.name) && !(isSignature && field.value !== null)
  let hasChanged = false
  let isRevealed = false
  // Without a signature there is nothing for a signer's place to show.
  if (isSignature && !isSignedIn(after, field)) isAllowed = false
  for (const { ref, dict } of parts) {
    const now = ref ? after.load(ref.num) : dict
    if (!isDict(now)) isAllowed = false
    if (!isDict(now) || (ref && explained.has(ref.num))) continue
    const isTouched = ref !== undefined && changed.has(ref.num)
    if (isTouched) explained.add(ref.num)
    if (isTouched && !isOwn(comparison, ref.num, { kind: 'field', of: ref.num })) isAllowed = false
    if (
      isTouched &&
      differingKeys(dict.entries, now.entries).some(
        (key) =>
          !keys.includes(key) &&
          !isTypeAdded(key, dict, now) &&
          !(key === 'Ff' && !isSignature && isMadeReadOnly(comparison, dict, now)),
      )
    )
      isAllowed = false
    if (isTouched && isSignature && !holdsNewSignature(comparison, now)) isAllowed = false
    if (isTouched && !keepsType(comparison, field, dict, now)) isAllowed = false
    isRevealed ||= !isVisible(comparison.before, dict) && isVisible(after, now)
    const isRedrawn = explainAppearance(comparison, ref?.num, dict, now)
    if (isTouched) explainNew(comparison, now.entries.get('V'))
    hasChanged ||= isTouched || isRedrawn
  }
  if (!hasChanged) return
  const { areas } = areasOf(
    after,
    parts.flatMap(({ ref }) => ref?.num ?? []),
  )
  const filled = isSignature || !isAllowed ? {} : judgeFilling(comparison, field, areas ?? [])
  note(comparison, {
    kind: isSignature ? 'signature_added' : 'form_filled',
    permitted: isAllowed,
    ...filled,
    // A signer's place that was to be seen before is where a signature was to be expected.
    visible: !isSignature || !isAllowed || isRevealed,
    field: field.name,
    ...(field.ref ? { objects: [field.ref.num] } : {}),
    ...(areas ? { areas } : {}),
  })
}

/**
 * What is permitted only as long as what is seen is what is stored, and as long as nothing that is locked is hidden by it
 * (ISO 32000-2 §12.8.2.4: the locked field would not be seen as it was signed).
 */
function judgeFilling(
  comparison: Comparison,
  field: FormField,
  areas: readonly ChangedArea[],
): Partial<Change> {
  const { before, after, permissions } = comparison
  const now = fieldOf(after, field)
  const difference = now && differenceOf(after, now)
  if (difference === 'shows_other') return { permitted: false, showsOtherValue: true }
  const others = overlapping(before, field.name, areas)
  const locked = others.find((name) => !permissions.mayFill(name))
  const other = locked ?? others[0]
  return {
    ...(other === undefined ? {} : { overlaps: other }),
    ...(locked === undefined ? {} : { permitted: false }),
    ...(difference === undefined && !hasOtherPictures(comparison, field) ? {} : { showsOtherValue: true }),
    ...(permissions.foreseesFilling && now && isPlainlyFilled(comparison, field, now)
      ? { isForeseen: true }
      : {}),
  }
}

const listed = new WeakMap<PdfDocument, ReadonlyMap<number, FormField>>()

function fieldOf(document: PdfDocument, { ref }: FormField): FormField | undefined {
  const found =
    listed.get(document) ??
    new Map(listFormFields(document).flatMap((field) => (field.ref ? [[field.ref.num, field]] : [])))
  listed.set(document, found)
  return ref && found.get(ref.num)
}

function isSignedIn(after: PdfDocument, { ref, dict }: FormField): boolean {
  const now = ref ? after.load(ref.num) : dict
  return isDict(now) && dictEntry(after, now, 'V') !== undefined
}

/** What was filled in may be closed to typing (ISO 32000-2 Table 227); any other flag would make it another field. */
function isMadeReadOnly({ before }: Comparison, old: PdfDict, now: PdfDict): boolean {
  return now.entries.get('Ff') === (flagsOf(before, old) | flags.readOnly)
}

/** Some producers write down that a widget is an annotation (ISO 32000-2 Table 166: optional). */
function isTypeAdded(key: string, old: PdfDict, now: PdfDict): boolean {
  const type = now.entries.get('Type')
  return key === 'Type' && !old.entries.has('Type') && isName(type) && type.name === 'Annot'
}

/** Some producers write down what the field had inherited; a field of another kind would be another field. */
function keepsType({ after }: Comparison, { type }: FormField, old: PdfDict, now: PdfDict): boolean {
  if (sameObject(old.entries.get('FT'), now.entries.get('FT'))) return true
  const written = resolve(after, now.entries.get('FT'))
  return isName(written) && written.name === type
}
