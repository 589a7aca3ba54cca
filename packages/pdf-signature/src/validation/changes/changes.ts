import type { FontFile } from '../../appearance/font-face.ts'
import { PdfError } from '../../pdf-error.ts'
import { catalogOf, dictEntry, resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { isDict, isName, isRef, isStream } from '../../reader/objects.ts'
import type { PdfDict } from '../../reader/objects.ts'
import { isAmbiguous } from '../objects/ambiguity.ts'
import { compareStates, explainHeld, explainNew, isNew, isOwn, note } from './comparison.ts'
import type { Comparison } from './comparison.ts'
import { compareForms } from './form-changes.ts'
import { comparePages } from './page-changes.ts'
import { catalog, extensions, information, metadata, sameOwner, validationData } from '../objects/owner.ts'
import { ownershipOf } from '../objects/ownership.ts'
import { differingKeys, sameObject } from './references.ts'
import type { Change } from '../reports/report.ts'
import { noteDeleted } from '../objects/deleted-validation-data.ts'
import { explainStructure } from './structure-changes.ts'
import { explainRest, objectsOf } from './unexplained.ts'

const broken: Change = { kind: 'structure_broken', permitted: false, visible: true }

/**
 * What was done to a file since a signed revision, and whether it may be (ISO 32000-2 §12.8.2.2; ETSI EN 319 142-1
 * §5.4): signature fields filled or added, validation data, document timestamps, forms filled in, annotations where a
 * certifying signature allows them. Every object that was written must be explained by that, so that nothing the signer
 * saw can have been replaced, nor defined where it was only referred to before.
 * Throws `too_complex` when that takes more work than is allowed.
 */
export function listChanges(
  before: PdfDocument,
  after: PdfDocument,
  fonts: readonly FontFile[] = [],
): Change[] {
  try {
    const comparison = compareStates(before, after, fonts)
    if (!comparison) return [broken]
    compareCatalogs(comparison)
    compareForms(comparison)
    comparePages(comparison)
    compareStores(comparison)
    compareMetadata(comparison)
    explainStructure(comparison)
    refuseAmbiguity(comparison)
    explainRest(comparison)
    return comparison.changes
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return [broken]
    throw error
  }
}

/** Entries the catalogue may gain or change; each but the last is looked at by its own rule. */
const permittedInCatalog = ['AcroForm', 'DSS', 'Metadata', 'Extensions', 'Version']

function compareCatalogs(comparison: Comparison): void {
  const [old, now] = [catalogOf(comparison.before), catalogOf(comparison.after)]
  const isRenumbered = !sameObject(old.ref, now.ref)
  if (!isRenumbered && !comparison.changed.has(now.ref.num)) return
  comparison.explained.add(now.ref.num)
  if (isRenumbered) explainLeft(comparison, old)
  const others = forbiddenKeys(old.dict, now.dict)
  const isNewest = !isRenumbered || isNew(comparison, now.ref.num)
  if (others.length > 0 || !isNewest || !isOwn(comparison, now.ref.num, catalog))
    note(comparison, {
      kind: others.includes('Pages') ? 'pages_added_or_removed' : 'catalog_changed',
      permitted: false,
      visible: true,
      objects: [now.ref.num],
    })
}

/**
 * Some producers write the catalogue under another number, and leave or free the old one. A reader that mends the file
 * could take the old one for the document's: it may say no more than the new one.
 */
function explainLeft(comparison: Comparison, { ref, dict }: ReturnType<typeof catalogOf>): void {
  const { before, after, changed, explained } = comparison
  if (!changed.has(ref.num) || !sameOwner(ownershipOf(before).get(ref.num), catalog)) return
  const left = after.load(ref.num)
  const isFreed = left === null
  const isUnused = isDict(left) && !ownershipOf(after).has(ref.num) && forbiddenKeys(dict, left).length === 0
  if (isFreed || isUnused) explained.add(ref.num)
}

const forbiddenKeys = (old: PdfDict, now: PdfDict): string[] =>
  differingKeys(old.entries, now.entries).filter((key) => !permittedInCatalog.includes(key))

/** The document security store may grow; what it held must not be redefined. */
function compareStores(comparison: Comparison): void {
  const { before, after, explained } = comparison
  const known = new Set(explained)
  const [oldRoot, newRoot] = [catalogOf(before).dict, catalogOf(after).dict]
  const oldStore = dictEntry(before, oldRoot, 'DSS')
  const newStore = dictEntry(after, newRoot, 'DSS')
  let isKept = explainHeld(comparison, validationData, oldRoot.entries.get('DSS'), newRoot.entries.get('DSS'))
  for (const [key, value] of newStore?.entries ?? []) {
    isKept = explainHeld(comparison, validationData, oldStore?.entries.get(key), value) && isKept
    explainNew(comparison, resolve(after, value))
  }
  isKept = explainExtensions(comparison, oldRoot, newRoot) && isKept
  const added = [...explained].filter((num) => !known.has(num))
  noteDeleted(comparison)
  if (!isKept) note(comparison, { kind: 'catalog_changed', permitted: false, visible: false })
  else if (added.length > 0)
    note(comparison, { kind: 'validation_data_added', permitted: true, visible: false, ...objectsOf(added) })
}

/** The extensions of ISO 32000-2 §7.12 that the file makes use of: anyone who signs as PAdES may add its own. */
function explainExtensions(comparison: Comparison, oldRoot: PdfDict, newRoot: PdfDict): boolean {
  const [old, now] = [oldRoot.entries.get('Extensions'), newRoot.entries.get('Extensions')]
  const [held, renewed] = [resolve(comparison.before, old), resolve(comparison.after, now)]
  let isKept = explainHeld(comparison, extensions, old, now)
  for (const [key, value] of isDict(renewed) ? renewed.entries : [])
    isKept =
      explainHeld(comparison, extensions, isDict(held) ? held.entries.get(key) : undefined, value) && isKept
  explainNew(comparison, now)
  return isKept
}

/** Information dictionary and metadata may change, as some producers renew them with each signature: no page shows them. */
function compareMetadata(comparison: Comparison): void {
  const { before, after, explained } = comparison
  const known = new Set(explained)
  const [then, since] = [before, after].map(({ xref }) => xref.trailer.entries.get('Info'))
  explainHeld(comparison, information, then, since)
  const [old, now] = [catalogOf(before).dict, catalogOf(after).dict]
  const held = now.entries.get('Metadata')
  if (isRef(held) && comparison.changed.has(held.num)) {
    const value = after.load(held.num)
    const type = isStream(value) ? value.dict.entries.get('Type') : undefined
    if (isName(type) && type.name === 'Metadata')
      explainHeld(comparison, metadata, old.entries.get('Metadata'), held)
  }
  const changed = [...explained].filter((num) => !known.has(num))
  if (changed.length > 0)
    note(comparison, { kind: 'metadata_changed', permitted: true, visible: false, ...objectsOf(changed) })
}

/** An object that says a key twice, or has numbers that are none, is one thing to some readers and another to others. */
function refuseAmbiguity(comparison: Comparison): void {
  const { after, changed } = comparison
  const ambiguous = [...changed].filter((num) => isAmbiguous(after.load(num)) || after.isMalformed(num))
  if (ambiguous.length > 0)
    note(comparison, {
      kind: 'hidden_objects_added',
      permitted: false,
      visible: true,
      ...objectsOf(ambiguous),
    })
}
