import { PdfError } from '../pdf-error.ts'
import { limits } from '../reader/budget.ts'
import { isEncrypted } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { dict, name, ref, stream } from '../reader/objects.ts'
import type { PdfObject, PdfRef } from '../reader/objects.ts'
import { cursorAt } from '../reader/source.ts'
import { finish, newSink, write, writeIndirectObject, writeObject } from './serialise.ts'
import type { Sink } from './serialise.ts'

/** An incremental update in the making (ISO 32000-2 §7.5.6): the objects that are new or changed. */
export interface Revision {
  readonly document: PdfDocument
  readonly objects: Map<number, PdfObject>
  next: number
}

/** A revision as bytes, and where marked places lie in them. */
export interface WrittenRevision {
  readonly tail: Buffer
  readonly marks: ReadonlyMap<string, number>
}

/** Throws `encrypted` or `needs_normalising` for a file that cannot be appended to. */
export function startRevision(document: PdfDocument): Revision {
  if (isEncrypted(document)) throw new PdfError('encrypted', 'The file is encrypted')
  if (document.recovered || !hasRoom(document)) {
    throw new PdfError(
      'needs_normalising',
      'The cross-reference of the file is broken: it must be written anew first',
    )
  }
  return { document, objects: new Map(), next: Math.max(1, document.xref.size) }
}

/** Numbers for the objects of many revisions are left; a file may state any size. */
export function hasRoom({ xref }: PdfDocument): boolean {
  return xref.size < limits.objectNumber - 1_000_000
}

/** Adds an object and gives its reference. */
export function add(revision: Revision, value: PdfObject): PdfRef {
  const num = revision.next++
  revision.objects.set(num, value)
  return ref(num)
}

/** Replaces an object of an earlier revision (or of this one). */
export function replace(revision: Revision, target: PdfRef, value: PdfObject): void {
  revision.objects.set(target.num, value)
}

/** The object as this revision has it. */
export function current(revision: Revision, target: PdfRef): PdfObject {
  return revision.objects.get(target.num) ?? revision.document.load(target.num)
}

/** Writes the revision's bytes, its cross-reference in the style of the section before it. */
export function writeRevision(revision: Revision): WrittenRevision {
  const { document } = revision
  const base = document.source.length
  const sink = newSink()
  const last = cursorAt(document.source, base - 1, document.budget)
  const lastByte = last.bytes[last.pos]
  if (lastByte !== 10 && lastByte !== 13) write(sink, '\n')
  const entries: XrefLine[] = []
  for (const [num, value] of [...revision.objects].sort(([a], [b]) => a - b)) {
    const before = document.xref.find(num)
    const gen = before?.type === 'offset' ? before.gen : 0
    entries.push({ num, gen, offset: base + sink.length })
    writeIndirectObject(sink, num, gen, value)
  }
  const startXref = base + sink.length
  if (document.xref.kind === 'stream') writeXrefStream(sink, revision, entries, startXref)
  else writeXrefTable(sink, revision, entries)
  write(sink, `startxref\n${startXref}\n%%EOF\n`)
  return { tail: finish(sink), marks: sink.marks }
}

interface XrefLine {
  readonly num: number
  readonly gen: number
  readonly offset: number
}

/** Runs of consecutive object numbers. */
function runsOf(entries: readonly XrefLine[]): XrefLine[][] {
  const runs: XrefLine[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run && run.at(-1)?.num === entry.num - 1) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

function trailerEntries(revision: Revision, size: number): Record<string, PdfObject> {
  const kept: Record<string, PdfObject> = {}
  for (const key of ['Root', 'Info', 'ID']) {
    const value = revision.document.xref.trailer.entries.get(key)
    if (value !== undefined) kept[key] = value
  }
  return { Size: size, Prev: revision.document.xref.startXref, ...kept }
}

function writeXrefTable(sink: Sink, revision: Revision, entries: readonly XrefLine[]): void {
  write(sink, 'xref\n')
  for (const run of runsOf(entries)) {
    write(sink, `${run[0]?.num ?? 0} ${run.length}\n`)
    for (const { offset, gen } of run) {
      write(sink, `${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} n \n`)
    }
  }
  write(sink, 'trailer\n')
  writeObject(sink, dict(trailerEntries(revision, revision.next)))
  write(sink, '\n')
}

/** A cross-reference stream lists itself (ISO 32000-2 §7.5.8.2). */
function writeXrefStream(sink: Sink, revision: Revision, entries: readonly XrefLine[], offset: number): void {
  const own: XrefLine = { num: revision.next, gen: 0, offset }
  const all = [...entries, own]
  const index = runsOf(all).flatMap((run) => [run[0]?.num ?? 0, run.length])
  const data = Buffer.alloc(all.length * 7)
  all.forEach((entry, i) => {
    data.writeUInt8(1, i * 7)
    data.writeUInt32BE(entry.offset, i * 7 + 1)
    data.writeUInt16BE(entry.gen, i * 7 + 5)
  })
  const value = stream(
    { Type: name('XRef'), ...trailerEntries(revision, own.num + 1), W: [1, 4, 2], Index: index },
    data,
  )
  writeIndirectObject(sink, own.num, 0, value)
}
