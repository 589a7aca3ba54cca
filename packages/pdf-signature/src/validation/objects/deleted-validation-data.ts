import { arrayEntry, catalogOf, dictEntry } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { isRef } from '../../reader/objects.ts'
import { cutSource } from '../../reader/source.ts'
import { readValidationData } from '../../validation-data.ts'
import { note } from '../changes/comparison.ts'
import type { Comparison } from '../changes/comparison.ts'
import { openReadable } from './open-readable.ts'
import { sameOwner, validationData } from './owner.ts'
import { ownershipOf } from './ownership.ts'
import { objectsOf } from '../changes/unexplained.ts'

/**
 * A document security store should only grow (ETSI EN 319 142-1 §5.4.2). What it no longer holds takes nothing away from
 * what was signed, but a signature may lack what it was validated by: it is told.
 */
export function noteDeleted(comparison: Comparison): void {
  const { before, after, changed, explained } = comparison
  if (!isDeleted(before, after, changed)) return
  const owners = ownershipOf(before)
  const freed = [...changed].filter(
    (num) => sameOwner(owners.get(num), validationData) && after.load(num) === null,
  )
  for (const num of freed) explained.add(num)
  note(comparison, { kind: 'validation_data_deleted', permitted: true, visible: false, ...objectsOf(freed) })
}

const revisionsAtMost = 8

/** Whether the store lacks what it held in one of the newest revisions after an offset, be it added there. */
export function isDeletedSince(document: PdfDocument, ends: readonly number[], from: number): boolean {
  const between = ends.filter((end) => end > from && end < document.source.length)
  return between.slice(-revisionsAtMost).some((end) => isDeletedAfter(document, end))
}

const known = new WeakMap<PdfDocument, Map<number, boolean>>()

/** The newest revisions are the same for most signatures: each is opened once. */
function isDeletedAfter(document: PdfDocument, end: number): boolean {
  const remembered = known.get(document) ?? new Map<number, boolean>()
  known.set(document, remembered)
  const found = remembered.get(end)
  if (found !== undefined) return found
  const earlier = openReadable(cutSource(document.source, end), document)
  const isAny = earlier !== undefined && isDeleted(earlier, document)
  remembered.set(end, isAny)
  return isAny
}

function isDeleted(before: PdfDocument, after: PdfDocument, changed?: ReadonlySet<number>): boolean {
  return !listsAll(before, after, changed) && !holdsAll(before, after)
}

/** Whether the store still lists each object that it listed, as it was: then nothing needs to be read. */
function listsAll(before: PdfDocument, after: PdfDocument, changed?: ReadonlySet<number>): boolean {
  const listed = new Set(numbersIn(after))
  return numbersIn(before).every((num) => listed.has(num) && !changed?.has(num))
}

function numbersIn(document: PdfDocument): number[] {
  const store = dictEntry(document, catalogOf(document).dict, 'DSS')
  if (!store) return []
  return ['Certs', 'OCSPs', 'CRLs']
    .flatMap((key) => arrayEntry(document, store, key) ?? [])
    .flatMap((item) => (isRef(item) ? [item.num] : []))
}

/** Whether the store holds the same data, be it in other objects. */
function holdsAll(before: PdfDocument, after: PdfDocument): boolean {
  const [old, now] = [readValidationData(before), readValidationData(after)]
  return (['certificates', 'ocsps', 'crls'] as const).every((kind) => {
    const held = new Set(now[kind].map(textOf))
    return old[kind].every((der) => held.has(textOf(der)))
  })
}

const textOf = (der: Uint8Array): string => Buffer.from(der).toString('latin1')
