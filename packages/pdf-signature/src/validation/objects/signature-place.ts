import type { ByteRange } from '../../inspection/byte-range.ts'
import { dictEntry, resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import type { FormField } from '../../reader/form-fields.ts'
import { parseIndirectObject } from '../../reader/indirect-object.ts'
import { isRef } from '../../reader/objects.ts'
import type { PdfDict, PdfObject } from '../../reader/objects.ts'
import { cursorAt, sliceSource } from '../../reader/source.ts'
import { isAmbiguous } from './ambiguity.ts'

export type PlaceProblem = 'contents_outside_gap' | 'ambiguous'

/**
 * Why a signature dictionary cannot be taken for the one its byte range leaves out: it is another object, with
 * the same bytes in its /Contents, or says something twice.
 */
export function placeProblem(
  document: PdfDocument,
  field: FormField,
  signature: PdfDict,
  { contentsStart, contentsEnd, end }: ByteRange,
): PlaceProblem | undefined {
  if (isAmbiguous(signature) || field.dict.ambiguous) return 'ambiguous'
  if (
    [...signature.entries].some(([key, value]) => (key === 'Contents' || key === 'ByteRange') && isRef(value))
  )
    return 'contents_outside_gap'
  const holder = holderOf(document, field)
  const entry = holder === undefined ? undefined : document.xref.find(holder)
  if (entry?.type !== 'offset' || entry.offset >= contentsStart) return 'contents_outside_gap'
  const cursor = cursorAt(document.source, entry.offset, document.budget)
  const base = entry.offset - cursor.pos
  parseIndirectObject(cursor, () => undefined)
  const closes = base + cursor.pos
  const before = Buffer.from(sliceSource(document.source, Math.max(0, contentsStart - 64), contentsStart))
  const isNamed = /\/Contents[\s\0]*$/.test(before.toString('latin1'))
  return isNamed && closes >= contentsEnd && closes <= end ? undefined : 'contents_outside_gap'
}

/** Number of the object the signature dictionary is written in: its own, or that of the field it is a part of. */
function holderOf(document: PdfDocument, { dict, ref }: FormField): number | undefined {
  let node: PdfDict | undefined = dict
  let own = ref?.num
  for (let depth = 0; node && depth < 32; depth++) {
    const value: PdfObject | undefined = node.entries.get('V')
    if (isRef(value)) {
      const next = document.load(value.num)
      return isRef(next) ? next.num : value.num
    }
    if (value !== undefined && resolve(document, value) !== null) return own
    const parent: PdfObject | undefined = node.entries.get('Parent')
    own = isRef(parent) ? parent.num : undefined
    node = dictEntry(document, node, 'Parent')
  }
  return undefined
}
