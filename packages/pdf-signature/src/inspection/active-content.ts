import { spend } from '../reader/budget.ts'
import { arrayEntry, catalogOf, dictEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isDict, isName, isRef, isString } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'
import type { Page } from '../reader/page-tree.ts'
import { isCalculated } from '../fields/form-problem.ts'
import { actionChain, actionKind, runsScript } from './action-chain.ts'
import { isDynamicForm } from './dynamic-form.ts'
import { outlineItems } from './outline.ts'
import { decodeTextString } from '../text-string.ts'

/**
 * What in a document can run automatically; a form field's own format and calculation scripts are `field_javascript`.
 */
export type ActiveContent =
  | 'open_javascript'
  | 'document_javascript'
  | 'page_javascript'
  | 'annotation_javascript'
  | 'field_javascript'
  | 'calculated_fields'
  | 'launch'
  | 'embedded_executable'
  | 'rich_media'
  | 'xfa'
  | 'dynamic_xfa'

type JavaScriptKind = Extract<ActiveContent, `${string}_javascript`>

const executable = /\.(exe|com|bat|cmd|scr|pif|msi|dll|js|jse|vbs|vbe|wsf|hta|ps1|jar|sh|app|lnk|reg|cpl)$/i

/** Finds active content in the catalogue, the name trees, the form, the pages and their annotations. */
export function findActiveContent(document: PdfDocument, pages: readonly Page[]): ActiveContent[] {
  const found = new Set<ActiveContent>()
  const { dict: catalog } = catalogOf(document)
  inspectAction(document, entryOf(document, catalog, 'OpenAction'), 'open_javascript', found)
  inspectAdditionalActions(document, catalog, 'document_javascript', found)
  for (const item of outlineItems(document, catalog))
    inspectAction(document, entryOf(document, item, 'A'), 'annotation_javascript', found)
  const names = dictEntry(document, catalog, 'Names')
  if (names) {
    eachName(document, dictEntry(document, names, 'JavaScript'), (value) =>
      inspectAction(document, value, 'document_javascript', found),
    )
    eachName(document, dictEntry(document, names, 'EmbeddedFiles'), (value) =>
      inspectFile(document, value, found),
    )
  }
  const form = dictEntry(document, catalog, 'AcroForm')
  if (form && entryOf(document, form, 'XFA') !== null) {
    found.add('xfa')
    if (isDynamicForm(document, catalog, form)) found.add('dynamic_xfa')
  }
  if (form && isCalculated(document, form)) found.add('calculated_fields')
  const seen = new Set<PdfObject[]>()
  for (const page of pages) {
    inspectAdditionalActions(document, page.dict, 'page_javascript', found)
    const annotations = arrayEntry(document, page.dict, 'Annots') ?? []
    if (seen.has(annotations)) continue // a list that pages share
    seen.add(annotations)
    for (const item of annotations) {
      spend(document.budget, 2)
      const annotation = resolve(document, item)
      if (isDict(annotation)) inspectAnnotation(document, annotation, found)
    }
  }
  return [...found].sort()
}

function inspectAnnotation(document: PdfDocument, annotation: PdfDict, found: Set<ActiveContent>): void {
  const subtype = entryOf(document, annotation, 'Subtype')
  const kind = isName(subtype) ? subtype.name : ''
  if (kind === 'RichMedia' || kind === 'Screen' || kind === '3D' || kind === 'Movie') found.add('rich_media')
  if (kind === 'FileAttachment') inspectFile(document, entryOf(document, annotation, 'FS'), found)
  const script = kind === 'Widget' ? 'field_javascript' : 'annotation_javascript'
  if (annotation.entries.has('A')) inspectAction(document, entryOf(document, annotation, 'A'), script, found)
  if (!annotation.entries.has('AA')) return
  inspectAdditionalActions(document, annotation, script, found)
  // These follow the page and not what one does with the annotation (ISO 32000-2 Table 197).
  const actions = dictEntry(document, annotation, 'AA')
  for (const key of ['PO', 'PC', 'PV', 'PI'])
    if (actions?.entries.has(key))
      inspectAction(document, entryOf(document, actions, key), 'page_javascript', found)
}

function inspectAdditionalActions(
  document: PdfDocument,
  owner: PdfDict,
  script: JavaScriptKind,
  found: Set<ActiveContent>,
): void {
  const actions = dictEntry(document, owner, 'AA')
  for (const value of actions?.entries.values() ?? []) {
    spend(document.budget, 1)
    inspectAction(document, resolve(document, value), script, found)
  }
}

function inspectAction(
  document: PdfDocument,
  first: PdfObject,
  script: JavaScriptKind,
  found: Set<ActiveContent>,
): void {
  for (const action of actionChain(document, first)) {
    const kind = actionKind(document, action)
    if (runsScript(document, action)) found.add(script)
    if (kind === 'Launch') found.add('launch')
    if (kind === 'Rendition' || kind === 'RichMediaExecute') found.add('rich_media')
  }
}

function inspectFile(document: PdfDocument, specification: PdfObject, found: Set<ActiveContent>): void {
  const value = resolve(document, specification)
  const candidates = isDict(value)
    ? ['F', 'UF', 'DOS', 'Unix'].map((key) => entryOf(document, value, key))
    : [value]
  for (const fileName of candidates) {
    if (isString(fileName) && executable.test(decodeTextString(fileName.bytes).trim()))
      found.add('embedded_executable')
  }
}

/** Visits the values of a name tree (ISO 32000-2 §7.9.6). */
function eachName(document: PdfDocument, root: PdfDict | undefined, visit: (value: PdfObject) => void): void {
  const seen = new Set<number>()
  const lists = new Set<PdfObject[]>()
  const queue: PdfObject[] = root ? [root] : []
  // A list that nodes share is read once.
  const unread = (list: PdfObject[] | undefined): PdfObject[] => {
    if (!list || lists.has(list)) return []
    lists.add(list)
    spend(document.budget, list.length)
    return list
  }
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    spend(document.budget, 2)
    if (isRef(node)) {
      if (seen.has(node.num)) continue
      seen.add(node.num)
    }
    const dict = resolve(document, node)
    if (!isDict(dict)) continue
    unread(arrayEntry(document, dict, 'Names')).forEach((value, index) => {
      if (index % 2 === 1) visit(value)
    })
    for (const kid of unread(arrayEntry(document, dict, 'Kids'))) queue.push(kid)
  }
}
