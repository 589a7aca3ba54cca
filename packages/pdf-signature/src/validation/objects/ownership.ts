import { PdfError } from '../../pdf-error.ts'
import { spend } from '../../reader/budget.ts'
import { catalogOf, dictEntry } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { isDict, isName, isRef, isStream, isString } from '../../reader/objects.ts'
import type { PdfObject, PdfRef } from '../../reader/objects.ts'
import { catalog, content, information, joinOwners, resource, sameOwner } from './owner.ts'
import { namesCatalog, namesField, ownerUnder } from './owner.ts'
import type { Owner } from './owner.ts'
import { readTree } from './object-tree.ts'
import type { ObjectTree } from './object-tree.ts'

/** Who owns each object that is referred to, whether it exists or not. */
export type Ownership = ReadonlyMap<number, Owner>

interface Found {
  readonly owners: Ownership
  readonly isMisnamed: boolean
  readonly overlong: ReadonlySet<number>
}

const known = new WeakMap<PdfDocument, Found>()

/**
 * An object belongs to a part of a document only where every chain of holders from the trailer to it passes through
 * that part; whatever the pages, their resources, names, outlines, the structure or anything unknown lead to as well is
 * content. Each object is looked at once for each owner it can come to have, three at most.
 */
export const ownershipOf = (document: PdfDocument): Ownership => foundIn(document).owners

/**
 * Whether a reference names an object by another generation number than it has (ISO 32000-2 §7.3.10): to some readers that is
 * the object all the same, to others there is none, and others rebuild the file. So they do with an object that can't be read.
 * Of an object in a stream viewers ignore the number; some producers write that of the table of a hybrid file.
 * Or whether a stream states a length beyond the end of the file: it ends elsewhere as soon as enough is appended.
 */
export function hasUncertainObjects(document: PdfDocument): boolean {
  const found = orNothing(() => foundIn(document))
  return !found || found.isMisnamed || found.overlong.size > 0
}

/** Streams that state a length beyond the end of the file: nothing has to list them again for them to be read otherwise. */
export const overlongStreams = (document: PdfDocument): ReadonlySet<number> =>
  orNothing(() => foundIn(document))?.overlong ?? new Set()

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}

function foundIn(document: PdfDocument): Found {
  const found = known.get(document) ?? readOwnership(document)
  known.set(document, found)
  return found
}

interface Walk {
  readonly document: PdfDocument
  readonly owners: Map<number, Owner>
  readonly root: number
  readonly pages: ObjectTree
  readonly fields: ObjectTree
  /** Objects whose owner was found, or has changed. */
  readonly open: number[]
  /** Pages and fields that were only named. */
  readonly named: Set<number>
  readonly overlong: Set<number>
  isMisnamed: boolean
}

function readOwnership(document: PdfDocument): Found {
  const { ref, dict } = catalogOf(document)
  const form = dictEntry(document, dict, 'AcroForm')
  const walk: Walk = {
    document,
    owners: new Map(),
    root: ref.num,
    pages: readTree(document, dict.entries.get('Pages')),
    fields: readTree(document, form?.entries.get('Fields')),
    open: [],
    named: new Set(),
    overlong: new Set(),
    isMisnamed: false,
  }
  for (const [key, value] of document.xref.trailer.entries)
    follow(walk, value, key === 'Root' ? catalog : key === 'Info' ? information : content, '')
  followOpen(walk)
  // What was only named, and belongs to nothing, is content like anything else.
  for (const num of walk.named) {
    if (walk.owners.has(num)) continue
    own(walk, num, content)
    followOpen(walk)
  }
  return walk
}

function followOpen(walk: Walk): void {
  for (let num = walk.open.pop(); num !== undefined; num = walk.open.pop()) {
    spend(walk.document.budget, 1)
    const owner = walk.owners.get(num) ?? content
    const value = walk.document.load(num)
    if (walk.document.reachOf(num) > walk.document.source.length) walk.overlong.add(num)
    // An array that is an object of its own may be under several keys: which one is not known any longer.
    if (isRef(value) || Array.isArray(value)) follow(walk, value, owner, '')
    else followEntries(walk, value, owner, num)
  }
}

/** Gives what a value refers to its owner. `key` is where the value stands, `holder` the object it is written in. */
function follow(walk: Walk, value: PdfObject, owner: Owner, key: string, holder = 0): void {
  if (isRef(value)) return reach(walk, value, owner, key)
  if (Array.isArray(value)) {
    for (const item of value)
      if (typeof item === 'object' && item !== null) follow(walk, item, owner, key, holder)
    return
  }
  followEntries(walk, value, ownerOfItem(owner), holder)
}

function followEntries(walk: Walk, value: PdfObject, owner: Owner, holder: number): void {
  const dict = isStream(value) ? value.dict : isDict(value) ? value : undefined
  dict?.entries.forEach((entry, key) => {
    // Most entries are plain, and need no more.
    if (typeof entry !== 'object' || entry === null || isPlain(entry)) return
    if (isRef(entry) && entry.num === walk.root && !isUsed(owner) && namesCatalog(key, dict)) return
    // What a stream refers to takes part in how it is drawn.
    follow(walk, entry, isStream(value) ? resource : ownerUnder(owner, key, holder), key, holder)
  })
}

const isPlain = (value: PdfObject): boolean => isName(value) || isString(value)

const isUsed = ({ kind }: Owner): boolean => kind === 'resource'

/** Who owns a field or an annotation that is written into its list. */
function ownerOfItem(owner: Owner): Owner {
  if (owner.kind === 'fields') return { kind: 'field', of: 0 }
  return owner.kind === 'annotations' ? content : owner
}

function reach(walk: Walk, { num, gen }: PdfRef, given: Owner, key: string): void {
  const entry = walk.document.xref.find(num)
  if (entry?.type === 'offset' && entry.gen !== gen) walk.isMisnamed = true
  const owner = ownerAt(walk, num, given, key)
  if (owner) own(walk, num, owner)
  else walk.named.add(num)
}

function own(walk: Walk, num: number, owner: Owner): void {
  const old = walk.owners.get(num)
  const joined = joinOwners(old, owner)
  if (sameOwner(old, joined)) return
  walk.owners.set(num, joined)
  walk.open.push(num)
  if (old) return
  // Anyone who replaces an object stream replaces what is packed into it.
  const entry = walk.document.xref.find(num)
  if (entry?.type === 'compressed') own(walk, entry.container, resource)
}

/** Who owns an object by one reference to it; undefined where that only names a page or a field. */
function ownerAt(walk: Walk, num: number, owner: Owner, key: string): Owner | undefined {
  const { document, pages } = walk
  const isField = walk.fields.has(num)
  if (owner.kind === 'content') {
    const isNamed = pages.has(num) || (isField && namesField(key))
    return isNamed ? undefined : content
  }
  if (owner.kind !== 'fields' && owner.kind !== 'annotations') return owner
  if (Array.isArray(document.load(num))) return owner
  if (owner.kind === 'annotations') return isField ? undefined : content
  return walk.fields.get(num) === 'shared' ? content : { kind: 'field', of: num }
}
