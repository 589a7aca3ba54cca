import { PdfError } from '../pdf-error.ts'
import { decodeTextString } from '../text-string.ts'
import { limits, spend } from './budget.ts'
import { arrayEntry, catalogOf, dictEntry, entryOf, resolve } from './document.ts'
import type { PdfDocument } from './document.ts'
import { isDict, isName, isRef, isString } from './objects.ts'
import type { PdfDict, PdfObject, PdfRef } from './objects.ts'

/** A terminal form field with what it inherits (ISO 32000-2 §12.7.4). */
export interface FormField {
  /** The full name: partial names joined by periods. */
  readonly name: string
  /** Undefined for a field written directly into its parent's list. */
  readonly ref: PdfRef | undefined
  readonly dict: PdfDict
  readonly type: string | undefined
  readonly value: PdfObject
  /** Its widgets: the field itself where the two are merged. */
  readonly widgets: readonly { readonly ref: PdfRef | undefined; readonly dict: PdfDict }[]
}

interface InheritedAttributes {
  readonly name: string
  readonly type: string | undefined
  readonly value: PdfObject
}

const known = new WeakMap<PdfDocument, readonly FormField[]>()

/**
 * All terminal fields of the interactive form, which are read once for each open document. Throws `damaged` on a circle,
 * `too_complex` past the limits.
 */
export function listFormFields(document: PdfDocument): readonly FormField[] {
  const found = known.get(document) ?? readFormFields(document)
  known.set(document, found)
  return found
}

function readFormFields(document: PdfDocument): FormField[] {
  const form = dictEntry(document, catalogOf(document).dict, 'AcroForm')
  const roots = form && arrayEntry(document, form, 'Fields')
  const fields: FormField[] = []
  const seen = new Set<number>()
  const lists = new Set<PdfObject[]>()

  function walk(node: PdfObject, inherited: InheritedAttributes, depth: number): void {
    if (depth > limits.depth) throw new PdfError('too_complex', 'Form fields are nested too deeply')
    spend(document.budget, 3)
    if (isRef(node)) {
      if (seen.has(node.num)) return // listed twice: some producers do, and it is the same field
      seen.add(node.num)
    }
    const dict = resolve(document, node)
    if (!isDict(dict)) return
    const own = ownAttributes(document, dict, inherited)
    const kids = arrayEntry(document, dict, 'Kids') ?? []
    if (kids.length > 0 && lists.has(kids))
      throw new PdfError('damaged', 'Two form fields have the same kids')
    lists.add(kids)
    const [children, widgets] = splitKids(document, kids)
    for (const child of children) walk(child, own, depth + 1)
    if (children.length > 0) return
    if (fields.length >= limits.formFields) throw new PdfError('too_complex', 'The form has too many fields')
    const fieldRef = isRef(node) ? node : undefined
    const merged = kids.length === 0 ? [{ ref: fieldRef, dict }] : widgets
    fields.push({ ...own, ref: fieldRef, dict, widgets: merged })
  }

  for (const root of roots ?? []) walk(root, { name: '', type: undefined, value: null }, 0)
  return fields
}

function ownAttributes(
  document: PdfDocument,
  dict: PdfDict,
  inherited: InheritedAttributes,
): InheritedAttributes {
  const partial = entryOf(document, dict, 'T')
  const type = entryOf(document, dict, 'FT')
  const value = entryOf(document, dict, 'V')
  const own = isString(partial) ? decodeTextString(partial.bytes) : undefined
  const fullName = own === undefined ? inherited.name : inherited.name ? `${inherited.name}.${own}` : own
  if (fullName.length > limits.fieldName)
    throw new PdfError('too_complex', 'The name of a form field is too long')
  return {
    name: fullName,
    type: isName(type) ? type.name : inherited.type,
    value: value ?? inherited.value,
  }
}

/** Kids with a partial name are fields; the others are widgets of the field (ISO 32000-2 §12.7.4.2). */
function splitKids(document: PdfDocument, kids: readonly PdfObject[]) {
  const children: PdfObject[] = []
  const widgets: { ref: PdfRef | undefined; dict: PdfDict }[] = []
  for (const kid of kids) {
    spend(document.budget, 1)
    const dict = resolve(document, kid)
    if (!isDict(dict)) continue
    if (dict.entries.has('T') || dict.entries.has('Kids')) children.push(kid)
    else widgets.push({ ref: isRef(kid) ? kid : undefined, dict })
  }
  return [children, widgets] as const
}
