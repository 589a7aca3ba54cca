import { PdfError } from '../pdf-error.ts'
import { catalogOf, dictEntry, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isName, isRef, isStream } from '../reader/objects.ts'
import { isAmbiguous } from './ambiguity.ts'
import { compareStates, explainHeld, explainNew, isOwn, note } from './comparison.ts'
import type { Comparison } from './comparison.ts'
import { compareForms } from './form-changes.ts'
import { comparePages } from './page-changes.ts'
import { catalog, information, metadata, validationData } from './owner.ts'
import { differingKeys } from './references.ts'
import type { Change } from './report.ts'
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
export function listChanges(before: PdfDocument, after: PdfDocument): Change[] {
  try {
    const comparison = compareStates(before, after)
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
  if (!comparison.changed.has(now.ref.num)) return
  comparison.explained.add(now.ref.num)
  const others = differingKeys(old.dict.entries, now.dict.entries).filter(
    (key) => !permittedInCatalog.includes(key),
  )
  if (others.length > 0 || !isOwn(comparison, now.ref.num, catalog))
    note(comparison, {
      kind: others.includes('Pages') ? 'pages_added_or_removed' : 'catalog_changed',
      permitted: false,
      visible: true,
      objects: [now.ref.num],
    })
}

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
  explainNew(comparison, newRoot.entries.get('Extensions'))
  const added = [...explained].filter((num) => !known.has(num))
  if (!isKept) note(comparison, { kind: 'catalog_changed', permitted: false, visible: false })
  else if (added.length > 0)
    note(comparison, { kind: 'validation_data_added', permitted: true, visible: false, ...objectsOf(added) })
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

/** An object that says a key twice is one thing to some readers and another to others. */
function refuseAmbiguity(comparison: Comparison): void {
  const ambiguous = [...comparison.changed].filter((num) => isAmbiguous(comparison.after.load(num)))
  if (ambiguous.length > 0)
    note(comparison, {
      kind: 'hidden_objects_added',
      permitted: false,
      visible: true,
      ...objectsOf(ambiguous),
    })
}
