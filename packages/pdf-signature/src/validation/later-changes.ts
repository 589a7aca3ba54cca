import { PdfError } from '../pdf-error.ts'
import { catalogOf, dictEntry, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { listFormFields } from '../reader/form-fields.ts'
import { isDict, isName, isRef, isStream } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'
import { listPages } from '../reader/page-tree.ts'
import { addedItems, compareStates, explainHeld, explainNew, isMachinery, isNew } from './comparison.ts'
import type { Comparison } from './comparison.ts'
import { differingKeys, sameObject } from './references.ts'

/**
 * Whether everything appended since a signed revision only fills or adds signature fields, or adds validation data or a
 * document timestamp (ETSI EN 319 142-1 §5.4; ISO 32000-2 §12.8.2.2). Every object that was written must be explained
 * by that, so that nothing the signer saw can have been replaced, nor defined where it was only referred to before.
 * Throws `too_complex` when that takes more work than is allowed.
 */
export function onlyPermittedChanges(before: PdfDocument, after: PdfDocument): boolean {
  try {
    if (before.recovered || after.recovered || !continues(before, after)) return false
    const comparison = compareStates(before, after)
    return (
      catalogHolds(comparison) &&
      formHolds(comparison) &&
      pagesHold(comparison) &&
      explainStore(comparison) &&
      explainInfo(comparison) &&
      explainMetadata(comparison) &&
      [...comparison.changed].every((num) => comparison.explained.has(num) || isMachinery(comparison, num))
    )
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return false
    throw error
  }
}

/** The newer cross-reference must go on from the one of the signed revision, with the same catalogue. */
function continues(before: PdfDocument, after: PdfDocument): boolean {
  const older = after.xref.sections.find((section) => section.offset < before.source.length)
  const sameRoot = sameObject(before.xref.trailer.entries.get('Root'), after.xref.trailer.entries.get('Root'))
  return older?.offset === before.xref.startXref && sameRoot && !after.xref.trailer.entries.has('Encrypt')
}

function catalogHolds(comparison: Comparison): boolean {
  const [old, now] = [catalogOf(comparison.before), catalogOf(comparison.after)]
  comparison.explained.add(now.ref.num)
  const permitted = ['AcroForm', 'DSS', 'Extensions']
  return differingKeys(old.dict.entries, now.dict.entries).every((key) => permitted.includes(key))
}

function formHolds(comparison: Comparison): boolean {
  const { before, after } = comparison
  const [oldRoot, newRoot] = [catalogOf(before).dict, catalogOf(after).dict]
  const oldForm = dictEntry(before, oldRoot, 'AcroForm')
  const newForm = dictEntry(after, newRoot, 'AcroForm')
  if (!newForm) return !oldForm
  if (!explainHeld(comparison, oldRoot.entries.get('AcroForm'), newRoot.entries.get('AcroForm'))) return false
  const differing = oldForm ? differingKeys(oldForm.entries, newForm.entries) : []
  if (differing.some((key) => key !== 'Fields' && key !== 'SigFlags')) return false
  return (
    fieldListHolds(comparison, oldForm?.entries.get('Fields'), newForm.entries.get('Fields')) &&
    filledFieldsHold(comparison)
  )
}

function fieldListHolds(
  comparison: Comparison,
  old: PdfObject | undefined,
  now: PdfObject | undefined,
): boolean {
  const added = addedItems(comparison, old, now)
  return added !== undefined && added.every((item) => explainNewField(comparison, item))
}

function explainNewField(comparison: Comparison, item: PdfObject): boolean {
  if (!isRef(item) || !isNew(comparison, item.num)) return false
  const field = comparison.after.load(item.num)
  if (!isDict(field)) return false
  const type = field.entries.get('FT')
  if (!isName(type) || type.name !== 'Sig' || field.entries.has('Kids') || field.entries.has('AA'))
    return false
  if (!comparison.permissions.newFields && !holdsTimestamp(comparison, field)) return false
  comparison.newFields.add(item.num)
  comparison.explained.add(item.num)
  explainSignature(comparison, field)
  return true
}

function holdsTimestamp({ after }: Comparison, field: PdfDict): boolean {
  const signature = dictEntry(after, field, 'V')
  const subFilter = signature?.entries.get('SubFilter')
  return isName(subFilter) && subFilter.name === 'ETSI.RFC3161'
}

function explainSignature(comparison: Comparison, field: PdfDict): void {
  for (const key of ['V', 'AP', 'MK']) explainNew(comparison, field.entries.get(key))
}

/** Empty signature fields of the signed revision may have been filled. */
function filledFieldsHold(comparison: Comparison): boolean {
  const { after, changed, explained } = comparison
  for (const field of listFormFields(comparison.before)) {
    if (field.type !== 'Sig' || field.value !== null) continue
    for (const { ref, dict } of [{ ref: field.ref, dict: field.dict }, ...field.widgets]) {
      if (!ref || !changed.has(ref.num)) continue
      if (!comparison.permissions.mayFill(field.name)) return false
      const now = after.load(ref.num)
      if (!isDict(now)) return false
      const permitted = ['V', 'AP', 'F', 'FT']
      if (differingKeys(dict.entries, now.entries).some((key) => !permitted.includes(key))) return false
      explained.add(ref.num)
      explainSignature(comparison, now)
    }
  }
  return true
}

/** Pages may gain widgets of new signature fields, and nothing else. */
function pagesHold(comparison: Comparison): boolean {
  const { before, after, changed, explained, newFields } = comparison
  return listPages(before).every(({ ref, dict }) => {
    const now = changed.has(ref.num) ? after.load(ref.num) : dict
    if (!isDict(now)) return false
    if (differingKeys(dict.entries, now.entries).some((key) => key !== 'Annots')) return false
    explained.add(ref.num)
    const annotations = now.entries.get('Annots')
    if (now === dict && !(isRef(annotations) && changed.has(annotations.num))) return true
    const added = addedItems(comparison, dict.entries.get('Annots'), annotations)
    return added !== undefined && added.every((item) => isRef(item) && newFields.has(item.num))
  })
}

/** The document security store may grow; what it held must not be redefined. */
function explainStore(comparison: Comparison): boolean {
  const { before, after } = comparison
  const [oldRoot, newRoot] = [catalogOf(before).dict, catalogOf(after).dict]
  if (!explainHeld(comparison, oldRoot.entries.get('DSS'), newRoot.entries.get('DSS'))) return false
  const oldStore = dictEntry(before, oldRoot, 'DSS')
  const newStore = dictEntry(after, newRoot, 'DSS')
  for (const [key, value] of newStore?.entries ?? []) {
    if (!explainHeld(comparison, oldStore?.entries.get(key), value)) return false
    explainNew(comparison, resolve(after, value))
  }
  explainNew(comparison, newRoot.entries.get('Extensions'))
  return true
}

/** The information dictionary may change: no page shows it. */
function explainInfo(comparison: Comparison): boolean {
  const old = comparison.before.xref.trailer.entries.get('Info')
  const now = comparison.after.xref.trailer.entries.get('Info')
  return explainHeld(comparison, old, now)
}

/** Some producers renew the document's metadata with each signature; it too is not on any page. */
function explainMetadata(comparison: Comparison): boolean {
  const [old, now] = [catalogOf(comparison.before).dict, catalogOf(comparison.after).dict]
  const held = now.entries.get('Metadata')
  if (!isRef(held) || !comparison.changed.has(held.num)) return true
  const value = comparison.after.load(held.num)
  const type = isStream(value) ? value.dict.entries.get('Type') : undefined
  return (
    isName(type) && type.name === 'Metadata' && explainHeld(comparison, old.entries.get('Metadata'), held)
  )
}
