import { PdfError } from '../pdf-error.ts'
import { catalogOf, dictEntry, entryOf } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { copyDict, dict, isDict, isName, isRef, name } from '../reader/objects.ts'
import type { PdfDict, PdfObject, PdfRef } from '../reader/objects.ts'
import { findPage } from '../reader/page-tree.ts'
import { highestKey, withEntry } from './number-tree.ts'
import { add, current, replace, startRevision } from './revision.ts'
import type { Revision } from './revision.ts'

/** Whether the file says that its content is tagged (ISO 32000-2 §14.7.1), and keeps its structure in an object of its own. */
export function isTagged(document: PdfDocument): boolean {
  const { dict: catalog } = catalogOf(document)
  const marks = dictEntry(document, catalog, 'MarkInfo')
  const root = catalog.entries.get('StructTreeRoot')
  return (
    marks !== undefined &&
    entryOf(document, marks, 'Marked') === true &&
    isRef(root) &&
    isStructureRoot(document, root) &&
    canGrow(document)
  )
}

/** It says so by its type, which is required; some producers leave it out. A structure that cannot be read is none. */
function isStructureRoot(document: PdfDocument, ref: PdfRef): boolean {
  try {
    const root = document.load(ref.num)
    const type = isDict(root) ? entryOf(document, root, 'Type') : null
    return isDict(root) && (!isName(type) || type.name === 'StructTreeRoot')
  } catch (error) {
    if (error instanceof PdfError) return false
    throw error
  }
}

/** Where the structure cannot be read as far as a widget would be added to it, the file is taken as it is. */
function canGrow(document: PdfDocument): boolean {
  try {
    const trial = startRevision(document)
    tagWidget(trial, add(trial, dict()), findPage(document, 0).ref)
    return true
  } catch (error) {
    if (error instanceof PdfError) return false
    throw error
  }
}

/**
 * Puts a widget into the structure of a tagged file, so that it stays one: a Form element at the end of the document
 * refers to the widget, and the widget to it by the parent tree (ISO 32000-2 §14.7.5.3, §14.8.4.8.5).
 */
export function tagWidget(revision: Revision, widget: PdfRef, page: PdfRef): void {
  const { dict: catalog } = catalogOf(revision.document)
  const rootRef = catalog.entries.get('StructTreeRoot')
  const root = isRef(rootRef) ? current(revision, rootRef) : null
  const described = current(revision, widget)
  if (!isRef(rootRef) || !isDict(root) || !isDict(described)) return
  const parent = documentElement(revision, root) ?? rootRef
  const element = add(revision, formElement(revision, parent, widget, page))
  appendKid(revision, parent, element)

  const updated = current(revision, rootRef)
  if (!isDict(updated)) return
  const key = listAsParent(revision, rootRef, updated, element)
  const numbered = copyDict(described)
  numbered.entries.set('StructParent', key)
  replace(revision, widget, numbered)
  orderByStructure(revision, page)
}

/** The one element that holds the whole document, where there is one. */
function documentElement(revision: Revision, root: PdfDict): PdfRef | undefined {
  const kids = kidsOf(revision, root)
  const [only] = kids
  return kids.length === 1 && isRef(only) && isElement(current(revision, only)) ? only : undefined
}

/** ISO 32000-2 Table 355: it says what it is by /S. A broken file may have anything else in that place. */
function isElement(value: PdfObject): boolean {
  if (!isDict(value) || !isName(value.entries.get('S'))) return false
  const type = value.entries.get('Type')
  return !isName(type) || type.name === 'StructElem'
}

/** One without leaves and branches is none, or something else altogether. */
const isNumberTree = (value: PdfObject | undefined): value is PdfDict =>
  isDict(value) && ['Nums', 'Kids'].some((key) => value.entries.has(key))

function kidsOf(revision: Revision, element: PdfDict): PdfObject[] {
  const held = element.entries.get('K') ?? null
  const value = isRef(held) ? current(revision, held) : held
  if (Array.isArray(value)) return value
  return held === null ? [] : [held]
}

function formElement(revision: Revision, parent: PdfRef, widget: PdfRef, page: PdfRef): PdfDict {
  const element = dict({
    Type: name('StructElem'),
    S: name('Form'),
    P: parent,
    Pg: page,
    K: dict({ Type: name('OBJR'), Obj: widget, Pg: page }),
  })
  const above = current(revision, parent)
  const namespace = isDict(above) ? above.entries.get('NS') : undefined
  const type = isDict(above) ? above.entries.get('Type') : undefined
  // The namespace of PDF 2.0 is said of each element.
  if (namespace !== undefined && !(isName(type) && type.name === 'StructTreeRoot'))
    element.entries.set('NS', namespace)
  return element
}

function appendKid(revision: Revision, parent: PdfRef, kid: PdfRef): void {
  const now = current(revision, parent)
  if (!isDict(now)) return
  const updated = copyDict(now)
  updated.entries.set('K', [...kidsOf(revision, now), kid])
  replace(revision, parent, updated)
}

/** Enters the element into the parent tree; gives the key it has there. */
function listAsParent(revision: Revision, rootRef: PdfRef, root: PdfDict, element: PdfRef): number {
  const updated = copyDict(root)
  const held = root.entries.get('ParentTree')
  const value = isRef(held) ? current(revision, held) : held
  const tree = isNumberTree(value) ? value : dict()
  const next = updated.entries.get('ParentTreeNextKey')
  const key = Math.max(typeof next === 'number' ? next : 0, highestKey(revision.document, tree) + 1)
  const grown = withEntry(revision, tree, key, element)
  if (isRef(held) && isNumberTree(value)) replace(revision, held, grown)
  else updated.entries.set('ParentTree', add(revision, grown))
  updated.entries.set('ParentTreeNextKey', key + 1)
  replace(revision, rootRef, updated)
  return key
}

/** One goes from field to field in the order of the structure (ISO 14289-1 §7.18.3). */
function orderByStructure(revision: Revision, page: PdfRef): void {
  const now = current(revision, page)
  if (!isDict(now) || now.entries.has('Tabs')) return
  const updated = copyDict(now)
  updated.entries.set('Tabs', name('S'))
  replace(revision, page, updated)
}
