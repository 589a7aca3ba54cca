import { PdfError } from '../pdf-error.ts'
import { spend } from '../reader/budget.ts'
import { catalogOf, dictEntry, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { listFormFields } from '../reader/form-fields.ts'
import { isDict, isName, isRef, isStream } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'
import { listPages } from '../reader/page-tree.ts'
import { countReferences, differingKeys, sameObject } from './references.ts'

/** Two states of one document, and which changed objects are explained by what may follow a signature. */
interface Comparison {
  readonly before: PdfDocument
  readonly after: PdfDocument
  readonly changed: ReadonlySet<number>
  readonly references: ReadonlyMap<number, number>
  readonly explained: Set<number>
  /** New signature fields: the only annotations that may be added. */
  readonly newFields: Set<number>
}

/**
 * Whether everything appended since a signed revision only fills or adds signature fields, or adds validation data or a
 * document timestamp (ETSI EN 319 142-1 §5.4; ISO 32000-2 §12.8.2.2). Every object that was written must be explained
 * by that, so that nothing the signer saw can have been replaced, nor defined where it was only referred to before.
 */
export function onlyPermittedChanges(before: PdfDocument, after: PdfDocument): boolean {
  try {
    if (before.recovered || after.recovered || !continues(before, after)) return false
    const changed = changedNumbers(before, after)
    const references = countReferences(before, changed)
    const comparison: Comparison = {
      before,
      after,
      changed,
      references,
      explained: new Set(),
      newFields: new Set(),
    }
    return (
      catalogHolds(comparison) &&
      formHolds(comparison) &&
      pagesHold(comparison) &&
      explainStore(comparison) &&
      explainInfo(comparison) &&
      explainMetadata(comparison) &&
      [...changed].every((num) => comparison.explained.has(num) || isMachinery(comparison, num))
    )
  } catch (error) {
    if (error instanceof PdfError) return false
    throw error
  }
}

/** The newer cross-reference must go on from the one of the signed revision, with the same catalogue. */
function continues(before: PdfDocument, after: PdfDocument): boolean {
  const older = after.xref.sections.find((section) => section.offset < before.source.length)
  const sameRoot = sameObject(before.xref.trailer.entries.get('Root'), after.xref.trailer.entries.get('Root'))
  return older?.offset === before.xref.startXref && sameRoot && !after.xref.trailer.entries.has('Encrypt')
}

function changedNumbers(before: PdfDocument, after: PdfDocument): Set<number> {
  const changed = new Set<number>()
  for (const section of after.xref.sections) {
    if (section.offset < before.source.length) break
    for (const { first, count } of section.ranges) {
      spend(after.budget, count)
      for (let num = first; num < first + count; num++) if (num > 0) changed.add(num)
    }
  }
  for (const num of changed) {
    const [old, now] = [before.xref.find(num), after.xref.find(num)]
    if ((old?.type ?? 'free') === 'free' && (now?.type ?? 'free') === 'free') changed.delete(num)
    else if (old && now && JSON.stringify(old) === JSON.stringify(now)) changed.delete(num)
  }
  return changed
}

/** New to the file, and not something the signed revision already pointed at in vain. */
function isNew({ before, references }: Comparison, num: number): boolean {
  const entry = before.xref.find(num)
  return (entry === undefined || entry.type === 'free') && !references.has(num)
}

/** Cross-reference and object streams: only the reader uses them. */
function isMachinery(comparison: Comparison, num: number): boolean {
  const value = comparison.after.load(num)
  const type = isStream(value) ? value.dict.entries.get('Type') : undefined
  return isNew(comparison, num) && isName(type) && (type.name === 'XRef' || type.name === 'ObjStm')
}

/** Explains all new objects beneath a value; objects that were there before are left to their own rules. */
function explainNew(comparison: Comparison, value: PdfObject | undefined): void {
  const stack: PdfObject[] = [value ?? null]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (isRef(item)) {
      if (
        comparison.explained.has(item.num) ||
        !comparison.changed.has(item.num) ||
        !isNew(comparison, item.num)
      )
        continue
      comparison.explained.add(item.num)
      stack.push(comparison.after.load(item.num))
    } else if (Array.isArray(item)) stack.push(...item)
    else if (isDict(item)) stack.push(...item.entries.values())
    else if (isStream(item)) stack.push(...item.dict.entries.values())
  }
}

/** Explains the object a holder points at: a new one, or the one it pointed at before if nothing else does. */
function explainHeld(
  comparison: Comparison,
  old: PdfObject | undefined,
  now: PdfObject | undefined,
): boolean {
  if (!isRef(now) || !comparison.changed.has(now.num)) return true
  const sole = isRef(old) && old.num === now.num && comparison.references.get(now.num) === 1
  if (!sole && !isNew(comparison, now.num)) return false
  comparison.explained.add(now.num)
  return true
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

/** What was appended to a list; undefined when it was changed in any other way. */
function addedItems(
  comparison: Comparison,
  old: PdfObject | undefined,
  now: PdfObject | undefined,
): PdfObject[] | undefined {
  if (!explainHeld(comparison, old, now)) return undefined
  const oldItems = resolve(comparison.before, old)
  const newItems = resolve(comparison.after, now)
  const kept = Array.isArray(oldItems) ? oldItems : []
  if (!Array.isArray(newItems)) return kept.length === 0 && newItems === null ? [] : undefined
  return kept.every((item, index) => sameObject(item, newItems[index]))
    ? newItems.slice(kept.length)
    : undefined
}

function explainNewField(comparison: Comparison, item: PdfObject): boolean {
  if (!isRef(item) || !isNew(comparison, item.num)) return false
  const field = comparison.after.load(item.num)
  if (!isDict(field)) return false
  const type = field.entries.get('FT')
  if (!isName(type) || type.name !== 'Sig' || field.entries.has('Kids') || field.entries.has('AA'))
    return false
  comparison.newFields.add(item.num)
  comparison.explained.add(item.num)
  explainSignature(comparison, field)
  return true
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
