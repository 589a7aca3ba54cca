import { catalogOf, dictEntry, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { listPages } from '../reader/page-tree.ts'
import type { Page } from '../reader/page-tree.ts'
import { copyDict, dict, isDict, isRef, name, stream } from '../reader/objects.ts'
import type { PdfDict, PdfObject, PdfRef } from '../reader/objects.ts'
import { textString } from '../text-string.ts'
import { add, current, replace } from './revision.ts'
import type { Revision } from './revision.ts'

/** Print and Locked (ISO 32000-2 Table 167): shown on paper, and not to be moved. */
export const WIDGET_FLAGS = 132

/** What the widget of any new field says (ISO 32000-2 §12.5.6.19); not yet listed anywhere. */
export function newWidget(page: Page, rect: readonly number[]): PdfDict {
  return dict({
    Type: name('Annot'),
    Subtype: name('Widget'),
    F: WIDGET_FLAGS,
    P: page.ref,
    Rect: [...rect],
  })
}

/** A new signature field merged with its widget (ISO 32000-2 §12.7.5.5). */
export function signatureWidget(fieldName: string, page: Page, rect: readonly number[]): PdfDict {
  const widget = newWidget(page, rect)
  widget.entries.set('FT', name('Sig'))
  widget.entries.set('T', textString(fieldName))
  return widget
}

/** Nothing to see: PDF/A wants an appearance of every widget, of one without a size as well. */
export function emptyAppearance(revision: Revision): PdfRef {
  const entries = { Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 0, 0] }
  return add(revision, stream(entries, new Uint8Array()))
}

/** Lists a widget among its page's annotations, and of no other page, and no form, that uses the same list. */
export function appendAnnotation(revision: Revision, page: Page, widget: PdfRef): void {
  const now = current(revision, page.ref)
  if (!isDict(now)) return
  const held = now.entries.get('Annots')
  const isShared =
    isRef(held) && (usesOf(revision.document, held.num) > 1 || isFieldList(revision.document, held))
  appendToList(revision, page.ref, now, 'Annots', [widget], isShared)
}

/** Some producers list the fields of a form and the annotations of its only page in one array. */
function isFieldList(document: PdfDocument, list: PdfRef): boolean {
  const fields = dictEntry(document, catalogOf(document).dict, 'AcroForm')?.entries.get('Fields')
  return isRef(fields) && fields.num === list.num
}

const uses = new WeakMap<PdfDocument, Map<number, number>>()

/** How many pages have that list of annotations. */
function usesOf(document: PdfDocument, list: number): number {
  const known = uses.get(document) ?? countLists(document)
  uses.set(document, known)
  return known.get(list) ?? 0
}

function countLists(document: PdfDocument): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { dict: page } of listPages(document)) {
    const held = page.entries.get('Annots')
    if (isRef(held)) counts.set(held.num, (counts.get(held.num) ?? 0) + 1)
  }
  return counts
}

export interface FormChanges {
  /** Drops /NeedAppearances: viewers show the appearances that the form has. */
  readonly keepAppearances?: boolean
  /** A font that is added to the form's resources (ISO 32000-2 Table 224, DR), by its name there. */
  readonly font?: { readonly name: string; readonly ref: PdfRef }
}

/** Lists fields in the form, which is made when there is none, and says that the file has signatures. */
export function appendFields(
  revision: Revision,
  fields: readonly PdfRef[],
  { keepAppearances = false, font }: FormChanges = {},
): void {
  const catalog = catalogOf(revision.document)
  const held = catalog.dict.entries.get('AcroForm')
  const form = dictEntry(revision.document, catalog.dict, 'AcroForm')
  const updated = form ? copyDict(form) : dict()
  updated.entries.set('SigFlags', 3) // signatures exist, append only (ISO 32000-2 Table 225)
  if (keepAppearances) updated.entries.delete('NeedAppearances')
  if (font) addFont(revision, updated, font)
  if (form && isRef(held)) {
    replace(revision, held, updated)
    appendToList(revision, held, updated, 'Fields', fields)
    return
  }
  const formRef = add(revision, updated)
  const root = copyDict(catalog.dict)
  root.entries.set('AcroForm', formRef)
  replace(revision, catalog.ref, root)
  appendToList(revision, formRef, updated, 'Fields', fields)
}

/** The dictionaries on the way are copied into the form: pages may use the same ones. */
function addFont({ document }: Revision, form: PdfDict, font: { name: string; ref: PdfRef }): void {
  const resources = copyDict(dictEntry(document, form, 'DR') ?? dict())
  const fonts = copyDict(dictEntry(document, resources, 'Font') ?? dict())
  fonts.entries.set(font.name, font.ref)
  resources.entries.set('Font', fonts)
  form.entries.set('DR', resources)
}

/**
 * Appends to a list that a dictionary holds directly or by reference, changing as little as that needs. Of a list that
 * others share the dictionary gets its own.
 */
function appendToList(
  revision: Revision,
  owner: PdfRef,
  ownerDict: PdfDict,
  key: string,
  items: readonly PdfObject[],
  isShared = false,
): void {
  const held = ownerDict.entries.get(key)
  const listed = isRef(held) ? current(revision, held) : resolve(revision.document, held)
  if (isRef(held) && Array.isArray(listed) && !isShared) {
    replace(revision, held, [...listed, ...items])
    return
  }
  const updated = copyDict(ownerDict)
  updated.entries.set(key, [...(Array.isArray(listed) ? listed : []), ...items])
  replace(revision, owner, updated)
}
