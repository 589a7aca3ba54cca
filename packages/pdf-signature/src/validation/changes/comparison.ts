import type { FontFile } from '../../appearance/font-face.ts'
import { spend } from '../../reader/budget.ts'
import { resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { isDict, isName, isRef, isStream } from '../../reader/objects.ts'
import type { PdfObject } from '../../reader/objects.ts'
import { asBuffer, skipWhiteAt, sliceSource } from '../../reader/source.ts'
import type { XrefEntry } from '../../reader/xref-section.ts'
import { isAmbiguous } from '../objects/ambiguity.ts'
import { appendedSections } from './continuation.ts'
import { permissionsOf } from './permissions.ts'
import type { Permissions } from './permissions.ts'
import { sameOwner } from '../objects/owner.ts'
import type { Owner } from '../objects/owner.ts'
import { overlongStreams, ownershipOf } from '../objects/ownership.ts'
import { sameObject } from './references.ts'
import type { Change } from '../reports/report.ts'

/** Two states of one document, and which changed objects are explained by what may follow a signature. */
export interface Comparison {
  readonly before: PdfDocument
  readonly after: PdfDocument
  readonly changed: ReadonlySet<number>
  readonly explained: Set<number>
  /** New signature fields: the only widgets that may be added. */
  readonly newFields: Set<number>
  readonly permissions: Permissions
  /** Those whose letters are known. */
  readonly fonts: readonly FontFile[]
  /** What was found to have happened, in the order found. */
  readonly changes: Change[]
}

/** Compares a signed revision with a later state of the file; nothing is explained yet. Undefined when it is no later state of it. */
export function compareStates(
  before: PdfDocument,
  after: PdfDocument,
  fonts: readonly FontFile[] = [],
): Comparison | undefined {
  const changed = changedNumbers(before, after)
  if (!changed) return undefined
  return {
    before,
    after,
    changed,
    explained: new Set(),
    newFields: new Set(),
    permissions: permissionsOf(before),
    fonts,
    changes: [],
  }
}

function changedNumbers(before: PdfDocument, after: PdfDocument): Set<number> | undefined {
  const sections = appendedSections(before, after)
  if (!sections) return undefined
  const changed = new Set<number>()
  for (const { ranges } of sections)
    for (const { first, count } of ranges) {
      spend(after.budget, count * 30)
      for (let num = first; num < first + count; num++) if (num > 0) changed.add(num)
    }
  for (const num of changed) if (isSame(before, after, num)) changed.delete(num)
  for (const num of overlongStreams(before))
    if (!sameObject(before.load(num), after.load(num))) changed.add(num)
  return changed
}

/** In the same place, or written once more as it was: some producers do that with all they have open. */
function isSame(before: PdfDocument, after: PdfDocument, num: number): boolean {
  const [old, now] = [before.xref.find(num), after.xref.find(num)]
  if (sameEntry(old, now)) return true
  if (!old || !now || old.type === 'free' || now.type === 'free') return false
  // Under another generation number a reference to it leads nowhere (ISO 32000-2 §7.3.10).
  if (generationOf(old) !== generationOf(now)) return false
  if (!leadsToNumber(after, now)) return false
  const value = after.load(num)
  if (!sameObject(before.load(num), value) || isAmbiguous(value)) return false
  // What readers take for different things says nothing of what it was to any of them.
  return !before.isMalformed(num) && !after.isMalformed(num)
}

/** At offset 0, or before a comment, some readers find no object. */
function leadsToNumber({ source }: PdfDocument, entry: XrefEntry): boolean {
  if (entry.type !== 'offset') return true
  const at = skipWhiteAt(source, entry.offset)
  return entry.offset > 0 && /^\d$/.test(asBuffer(sliceSource(source, at, at + 1)).toString('latin1'))
}

const generationOf = (entry: XrefEntry): number => (entry.type === 'offset' ? entry.gen : 0)

const sameEntry = (old: XrefEntry | undefined, now: XrefEntry | undefined): boolean =>
  (old?.type ?? 'free') === 'free' && (now?.type ?? 'free') === 'free'
    ? true
    : old !== undefined && now !== undefined && JSON.stringify(old) === JSON.stringify(now)

/** Notes something that happened; the number of the object tells with which revision it came. */
export function note({ changes }: Comparison, change: Change): void {
  changes.push(change)
}

/** New to the file, and not something the signed revision already pointed at in vain. */
export function isNew({ before }: Comparison, num: number): boolean {
  const entry = before.xref.find(num)
  return (entry === undefined || entry.type === 'free') && !ownershipOf(before).has(num)
}

/** Whether an object is a part of its owner and of nothing else, as it was signed and as it is now. */
export function isOwn(comparison: Comparison, num: number, owner: Owner): boolean {
  const isBefore = isNew(comparison, num) || sameOwner(ownershipOf(comparison.before).get(num), owner)
  return isBefore && sameOwner(ownershipOf(comparison.after).get(num), owner)
}

/** Cross-reference and object streams: only the reader uses them. */
export function isMachinery(comparison: Comparison, num: number): boolean {
  const value = comparison.after.load(num)
  const type = isStream(value) ? value.dict.entries.get('Type') : undefined
  return isNew(comparison, num) && isName(type) && (type.name === 'XRef' || type.name === 'ObjStm')
}

/** Explains all new objects beneath a value; objects that were there before are left to their own rules. */
export function explainNew(comparison: Comparison, value: PdfObject | undefined): void {
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
    } else for (const inner of itemsOf(item)) stack.push(inner)
  }
}

function itemsOf(value: PdfObject): Iterable<PdfObject> {
  if (Array.isArray(value)) return value
  if (isStream(value)) return value.dict.entries.values()
  return isDict(value) ? value.entries.values() : []
}

/** Explains the object an owner holds: a new one, or the one it held before, if it is a part of nothing else. */
export function explainHeld(
  comparison: Comparison,
  owner: Owner,
  old: PdfObject | undefined,
  now: PdfObject | undefined,
): boolean {
  if (!isRef(now) || !comparison.changed.has(now.num)) return true
  const isHeld = (isRef(old) && old.num === now.num) || isNew(comparison, now.num)
  if (!isHeld || !isOwn(comparison, now.num, owner)) return false
  comparison.explained.add(now.num)
  return true
}

/** What was appended to a list; undefined when it was changed in any other way. */
export function addedItems(
  comparison: Comparison,
  owner: Owner,
  old: PdfObject | undefined,
  now: PdfObject | undefined,
): PdfObject[] | undefined {
  if (!explainHeld(comparison, owner, old, now)) return undefined
  const oldItems = resolve(comparison.before, old)
  const newItems = resolve(comparison.after, now)
  const kept = Array.isArray(oldItems) ? oldItems : []
  if (!Array.isArray(newItems)) return kept.length === 0 && newItems === null ? [] : undefined
  return kept.every((item, index) => sameObject(item, newItems[index]))
    ? newItems.slice(kept.length)
    : undefined
}
