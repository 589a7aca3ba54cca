import crypto from 'node:crypto'
import { PdfError } from './pdf-error.ts'
import { catalogOf, dictEntry, openDocument, resolve } from './reader/document.ts'
import type { PdfDocument } from './reader/document.ts'
import { decodeStream } from './reader/filters.ts'
import { arrayEntry } from './reader/document.ts'
import { copyDict, dict, isRef, isStream, name, stream } from './reader/objects.ts'
import type { PdfDict, PdfObject } from './reader/objects.ts'
import type { PdfBytes } from './reader/source.ts'
import { add, replace, startRevision, writeRevision } from './writer/revision.ts'
import type { Revision } from './writer/revision.ts'

/** DER of what a validator needs later: certificates, OCSP responses (RFC 6960) and CRLs (RFC 5280). */
export interface ValidationData {
  readonly certificates: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
}

const dssKeys = { certificates: 'Certs', ocsps: 'OCSPs', crls: 'CRLs' } as const
type DssKind = keyof typeof dssKeys

/**
 * A revision with the document security store (ETSI EN 319 142-1 §5.4.2), extended by what it does not hold yet.
 * Gives an empty tail when it holds all of it already.
 */
export function addValidationData(base: PdfBytes, data: ValidationData): Uint8Array {
  const document = openDocument(base)
  const revision = startRevision(document)
  const catalog = catalogOf(document)
  const held = catalog.dict.entries.get('DSS')
  const before = dictEntry(document, catalog.dict, 'DSS')
  const store = before ? copyDict(before) : dict({ Type: name('DSS') })
  let added = 0
  for (const kind of ['certificates', 'ocsps', 'crls'] as const) {
    added += extendStore(revision, store, kind, data[kind])
  }
  if (added === 0) return new Uint8Array()
  if (before && isRef(held)) replace(revision, held, store)
  else {
    const root = copyDict(catalog.dict)
    root.entries.set('DSS', add(revision, store))
    replace(revision, catalog.ref, root)
  }
  return writeRevision(revision).tail
}

function extendStore(
  revision: Revision,
  store: PdfDict,
  kind: DssKind,
  items: readonly Uint8Array[],
): number {
  const key = dssKeys[kind]
  const list: PdfObject[] = [...(arrayEntry(revision.document, store, key) ?? [])]
  const known = new Set(list.map((item) => streamHash(revision.document, item)))
  const before = list.length
  for (const item of items) {
    const hash = hashOf(item)
    if (known.has(hash)) continue
    known.add(hash)
    list.push(add(revision, stream({}, item)))
  }
  if (list.length > before) store.entries.set(key, list)
  return list.length - before
}

/** What the document security store holds; what cannot be read of it proves nothing and is left out. */
export function readValidationData(document: PdfDocument): ValidationData {
  const store = orNothing(document, () => dictEntry(document, catalogOf(document).dict, 'DSS'))
  const all = (kind: DssKind) => {
    const items = store && orNothing(document, () => arrayEntry(document, store, dssKeys[kind]))
    return (items ?? []).flatMap((item) => heldIn(document, item) ?? [])
  }
  return { certificates: all('certificates'), ocsps: all('ocsps'), crls: all('crls') }
}

function streamHash(document: PdfDocument, item: PdfObject): string {
  const held = heldIn(document, item)
  return held ? hashOf(held) : ''
}

const heldIn = (document: PdfDocument, item: PdfObject): Uint8Array | undefined =>
  orNothing(document, () => {
    const value = resolve(document, item)
    if (!isStream(value)) return undefined
    return decodeStream(value, document.budget, (object) => resolve(document, object))
  })

/** Nothing for what is broken or nested too deeply; what the whole file may cost stays a limit. */
function orNothing<T>({ budget }: PdfDocument, read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof PdfError && budget.work >= 0 && budget.inflated >= 0) return undefined
    throw error
  }
}

const hashOf = (bytes: Uint8Array): string => crypto.createHash('sha256').update(bytes).digest('base64')
