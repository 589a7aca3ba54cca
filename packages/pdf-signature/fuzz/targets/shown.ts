import { PdfError } from '../../src/pdf-error.ts'
import { catalogOf, openDocument, resolve } from '../../src/reader/document.ts'
import type { PdfDocument } from '../../src/reader/document.ts'
import { isDict, isName, isRef, isStream, isString } from '../../src/reader/objects.ts'
import type { PdfDict, PdfObject } from '../../src/reader/objects.ts'
import { examinePages } from '../../src/reader/page-tree.ts'

/** What the pages of a file show by themselves, without annotations, as text to compare; undefined where it is too much. */
export function shownBy(bytes: Uint8Array): string | undefined {
  try {
    const document = openDocument(bytes)
    const { pages } = examinePages(document)
    const parts = new Set([catalogOf(document).ref.num, ...pages.map(({ ref }) => ref.num)])
    const met = new Map([...parts].map((num, index) => [num, index]))
    return pages
      .map(({ dict, inherited }) =>
        ['Contents', 'Resources', 'MediaBox', 'CropBox', 'Rotate', 'UserUnit']
          .map((key) => write(document, dict.entries.get(key) ?? inherited.get(key) ?? null, new Map(met)))
          .join(' '),
      )
      .join('\n')
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}

/** Objects are named by when they are first met, so that numbers do not matter; pages and catalogue are met before. */
function write(document: PdfDocument, value: PdfObject, met: Map<number, number>): string {
  if (isRef(value)) {
    const known = met.get(value.num)
    if (known !== undefined) return `^${known}`
    met.set(value.num, met.size)
    return write(document, resolve(document, value), met)
  }
  if (Array.isArray(value)) return `[${value.map((item) => write(document, item, met)).join(' ')}]`
  if (isStream(value))
    return `${write(document, value.dict, met)}(${Buffer.from(value.data).toString('latin1')})`
  if (isDict(value) && isApart(value)) return '<<>>'
  if (isDict(value))
    return `<<${[...value.entries]
      .filter(([key]) => !ofForms.has(key))
      .map(([key, item]) => `/${key} ${write(document, item, met)}`)
      .join('')}>>`
  if (isString(value)) return `(${Buffer.from(value.bytes).toString('latin1')})`
  return isName(value) ? `/${value.name}` : JSON.stringify(value)
}

/** Written into the form when it is signed, which a broken file may take for a font as well. */
const ofForms = new Set(['Fields', 'SigFlags', 'NeedAppearances'])

/** What a broken file may lead to from a page, and which is not of the page. */
function isApart({ entries }: PdfDict): boolean {
  const type = entries.get('Type')
  return (
    (isName(type) &&
      ['Page', 'Pages', 'Catalog', 'Annot', 'Sig', 'XRef', 'StructTreeRoot', 'StructElem'].includes(
        type.name,
      )) ||
    ['FT', 'Annots', 'Kids'].some((key) => entries.has(key))
  )
}
