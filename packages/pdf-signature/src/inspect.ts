import { certifiedPermission, docMdpPermission } from './certification.ts'
import { openDeciphered } from './encryption/decipher.ts'
import { isHiddenWidget } from './fields/widget-frame.ts'
import { findActiveContent } from './inspection/active-content.ts'
import type { ActiveContent } from './inspection/active-content.ts'
import { readByteRange } from './inspection/byte-range.ts'
import { fieldLock, isLocked, ownLock } from './inspection/field-locks.ts'
import type { FieldLock } from './inspection/field-locks.ts'
import { unmetSeedValue } from './inspection/seed-values.ts'
import { PdfError } from './pdf-error.ts'
import {
  catalogOf,
  dictEntry,
  entryOf,
  isEncrypted,
  mayRecover,
  openDocument,
  recoverDocument,
  resolve,
} from './reader/document.ts'
import type { PdfDocument } from './reader/document.ts'
import { pagesOfAnnotations } from './reader/annotation-pages.ts'
import { listFormFields } from './reader/form-fields.ts'
import type { FormField } from './reader/form-fields.ts'
import { isDict, isName } from './reader/objects.ts'
import { pageGeometry, rectOf, toDisplayRect } from './reader/page-geometry.ts'
import type { DisplayRect } from './reader/page-geometry.ts'
import { examinePages } from './reader/page-tree.ts'
import type { Page } from './reader/page-tree.ts'
import type { PdfBytes } from './reader/source.ts'
import { isReadAlike, leadsToObjects } from './reader/xref-check.ts'
import { hasRoom } from './writer/revision.ts'

export interface InspectedPage {
  readonly index: number
  /** In points as displayed: after CropBox, Rotate and UserUnit. */
  readonly width: number
  readonly height: number
  /** Clockwise degrees the page is turned when displayed. */
  readonly rotation: 0 | 90 | 180 | 270
}

export interface InspectedSignature {
  readonly fieldName: string
  readonly subFilter: string
  readonly covers: 'whole_file' | 'earlier_revision' | 'unknown'
  readonly docMdpPermission?: 1 | 2 | 3
}

export interface EmptySignatureField {
  readonly name: string
  /** From 0; null when no page shows the field. */
  readonly page: number | null
  /** As displayed; null for an invisible field. */
  readonly rect: DisplayRect | null
  /** What a signature in it locks. */
  readonly lock?: FieldLock
}

export interface UnusableSignatureField {
  readonly name: string
  readonly reason: 'hidden' | 'seed_value'
}

/** What a file is, as far as signing it goes. */
export interface Inspection {
  /** Why nothing more could be read. */
  readonly problem?: 'not_a_pdf' | 'damaged' | 'too_complex' | 'unsupported_filter'
  readonly pdfVersion: string
  readonly encrypted: boolean
  /** It takes a password to open, or its encryption is not known: nothing more could be read. */
  readonly locked: boolean
  /** The file must be written again before it can be signed; that would break signatures it has. */
  readonly needsNormalising: boolean
  readonly pageCount: number
  readonly pages: readonly InspectedPage[]
  readonly signatures: readonly InspectedSignature[]
  readonly emptySignatureFields: readonly EmptySignatureField[]
  /** Those that are empty and not offered: nobody would see a signature in them, or ours isn't what they require (/SV). */
  readonly unusableSignatureFields: readonly UnusableSignatureField[]
  /** What a certifying signature permits: 1 nothing, 2 filling in and signing, 3 annotating as well. */
  readonly certifiedPermission?: 1 | 2 | 3
  readonly certifiedNoChange: boolean
  readonly fieldLocks: readonly FieldLock[]
  readonly activeContent: readonly ActiveContent[]
  /** Viewers are asked to draw the form's appearances themselves: some then ignore the one of a signature. */
  readonly needAppearances: boolean
}

const nothing: Inspection = {
  pdfVersion: '',
  encrypted: false,
  locked: false,
  needsNormalising: false,
  pageCount: 0,
  pages: [],
  signatures: [],
  emptySignatureFields: [],
  unusableSignatureFields: [],
  certifiedNoChange: false,
  fieldLocks: [],
  activeContent: [],
  needAppearances: false,
}

/** Inspects a file. Never throws for what is in it: `problem` says why it could not be read. */
export function inspect(bytes: PdfBytes): Inspection {
  try {
    const document = openDocument(bytes)
    return describeReadable(document)
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    return { ...nothing, problem: problemOf(error) }
  }
}

function problemOf({ code }: PdfError): NonNullable<Inspection['problem']> {
  return code === 'not_a_pdf' || code === 'too_complex' || code === 'unsupported_filter' ? code : 'damaged'
}

/** A cross-reference may look whole and still point to the wrong places further in. */
function describeReadable(document: PdfDocument): Inspection {
  try {
    const readable = isEncrypted(document) ? openDeciphered(document) : document
    if (!readable) return { ...nothing, pdfVersion: document.version, encrypted: true, locked: true }
    const described = describe(readable)
    if (described.pageCount > 0 || document.recovered || leadsToObjects(document))
      return { ...described, encrypted: readable !== document }
  } catch (error) {
    if (!(error instanceof PdfError) || !mayRecover(error) || document.recovered) throw error
  }
  return describeReadable(recoverDocument(document.source, document.version))
}

function describe(document: PdfDocument): Inspection {
  const { pages, sound } = examinePages(document)
  const { dict: catalog } = catalogOf(document)
  const version = entryOf(document, catalog, 'Version')
  const form = dictEntry(document, catalog, 'AcroForm')
  const fields = listFormFields(document)
  const signatureFields = fields.filter((field) => field.type === 'Sig')
  const signed = signatureFields.filter((field) => isDict(resolve(document, field.value)))
  // A field that is no object of its own, or whose value is no signature, cannot be filled; nor can one of two that have
  // the same name, by which nobody could say which is meant.
  const uses = new Map<string, number>()
  for (const { name } of fields) uses.set(name, (uses.get(name) ?? 0) + 1)
  const fieldLocks = signed.flatMap((field) => fieldLock(document, field) ?? [])
  // Nor one that an earlier signature has locked (ISO 32000-2 §12.8.2.4).
  const empty = signatureFields.filter(
    ({ name, value, ref }) =>
      value === null &&
      ref !== undefined &&
      uses.get(name) === 1 &&
      !fieldLocks.some((lock) => isLocked(lock, name)),
  )
  const unusable = new Map(empty.flatMap((field) => whyUnusable(document, field)))
  const usable = empty.filter(({ name }) => !unusable.has(name))
  const permission = certifiedPermission(document)
  return {
    pdfVersion: isName(version) && version.name > document.version ? version.name : document.version,
    encrypted: false,
    locked: false,
    // What is signed cannot be written again: there entries that lead nowhere are enough for a reader that finds its way.
    needsNormalising:
      document.recovered ||
      !sound ||
      !hasRoom(document) ||
      !isReadAlike(document) ||
      (signed.length === 0 && (isHybrid(document) || !leadsToObjects(document))),
    pageCount: pages.length,
    pages: pages.map((page, index) => {
      const { width, height, rotate } = pageGeometry(document, page)
      return { index, width, height, rotation: rotate }
    }),
    signatures: signed.map((field) => describeSignature(document, field)),
    emptySignatureFields: usable.length > 0 ? describeEmptyFields(document, pages, usable) : [],
    unusableSignatureFields: [...unusable].map(([name, reason]) => ({ name, reason })),
    ...(permission === undefined ? {} : { certifiedPermission: permission }),
    certifiedNoChange: permission === 1,
    fieldLocks,
    activeContent: findActiveContent(document, pages),
    needAppearances: form !== undefined && entryOf(document, form, 'NeedAppearances') === true,
  }
}

/** Readers find different objects in a hybrid file (ISO 32000-2 §7.5.8.4): what is to be signed has one cross-reference. */
const isHybrid = ({ xref }: PdfDocument): boolean => xref.sections.some((section) => section.isHybrid)

function describeSignature(document: PdfDocument, field: FormField): InspectedSignature {
  const signature = resolve(document, field.value)
  if (!isDict(signature)) return { fieldName: field.name, subFilter: '', covers: 'unknown' }
  const subFilter = entryOf(document, signature, 'SubFilter')
  const range = readByteRange(document, signature)
  const permission = docMdpPermission(document, signature)
  return {
    fieldName: field.name,
    subFilter: isName(subFilter) ? subFilter.name : '',
    covers:
      typeof range === 'string'
        ? 'unknown'
        : range.end === document.source.length
          ? 'whole_file'
          : 'earlier_revision',
    ...(permission === undefined ? {} : { docMdpPermission: permission }),
  }
}

function whyUnusable(
  document: PdfDocument,
  { name, dict, widgets }: FormField,
): [string, UnusableSignatureField['reason']][] {
  // A field without a size is meant not to be seen (ISO 32000-2 §12.7.5.5).
  const isHidden = widgets.some(
    (widget) =>
      rectOf(document, widget.dict.entries.get('Rect')) !== undefined &&
      isHiddenWidget(document, widget.dict),
  )
  if (isHidden) return [[name, 'hidden']]
  return unmetSeedValue(document, dict) ? [[name, 'seed_value']] : []
}

function describeEmptyFields(
  document: PdfDocument,
  pages: readonly Page[],
  fields: readonly FormField[],
): EmptySignatureField[] {
  const pageOfWidget = pagesOfAnnotations(document, pages)
  return fields.map((field) => {
    const [widget] = field.widgets
    const index = widget?.ref ? pageOfWidget.get(widget.ref.num) : undefined
    const page = index === undefined ? undefined : pages[index]
    const rect = widget && rectOf(document, widget.dict.entries.get('Rect'))
    const displayed = page && rect ? toDisplayRect(pageGeometry(document, page), rect) : null
    const lock = ownLock(document, field)
    return { name: field.name, page: index ?? null, rect: displayed, ...(lock ? { lock } : {}) }
  })
}
