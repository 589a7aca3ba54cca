import { PdfError } from '../pdf-error.ts'
import { limits } from '../reader/budget.ts'
import { arrayEntry, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { copyDict, isDict, isRef } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'
import { current, replace } from './revision.ts'
import type { Revision } from './revision.ts'

/** The highest key of a number tree (ISO 32000-2 §7.9.7), whose last leaf has it; -1 for an empty one. */
export function highestKey(document: PdfDocument, tree: PdfDict): number {
  let node: PdfDict = tree
  for (let depth = 0; depth < limits.depth; depth++) {
    const last = resolve(document, arrayEntry(document, node, 'Kids')?.at(-1))
    if (!isDict(last)) {
      const key = resolve(document, arrayEntry(document, node, 'Nums')?.at(-2))
      return typeof key === 'number' ? key : -1
    }
    node = last
  }
  throw new PdfError('too_complex', 'A number tree is too deep')
}

/** The tree's root with one more entry, of a key higher than all it has; nodes below it are replaced. */
export function withEntry(
  revision: Revision,
  node: PdfDict,
  key: number,
  value: PdfObject,
  depth = 0,
): PdfDict {
  if (depth > limits.depth) throw new PdfError('too_complex', 'A number tree is too deep')
  const updated = copyDict(node)
  const bounds = listOf(revision, node, 'Limits')
  if (bounds) updated.entries.set('Limits', [bounds[0] ?? key, key])
  const last = listOf(revision, node, 'Kids')?.at(-1)
  const below = isRef(last) ? current(revision, last) : null
  if (isRef(last) && isDict(below)) {
    replace(revision, last, withEntry(revision, below, key, value, depth + 1))
    return updated
  }
  updated.entries.set('Nums', [...(listOf(revision, node, 'Nums') ?? []), key, value])
  return updated
}

function listOf(revision: Revision, node: PdfDict, key: string): PdfObject[] | undefined {
  const held = node.entries.get(key)
  const list = isRef(held) ? current(revision, held) : held
  return Array.isArray(list) ? list : undefined
}
