import type { PdfDocument } from '../../reader/document.ts'
import { objectHeads } from '../../reader/recover.ts'
import type { AppendedContent } from './appended.ts'

/**
 * Numbers of what looks like an object in the data of a stream, a string or a comment that was appended. Nobody has a use
 * for it but readers that mend a file: they look for objects wherever they are, and take the newest of a number.
 */
export function plantedNumbers(
  { source, budget }: PdfDocument,
  from: number,
  { objects, brokenAt = Infinity }: AppendedContent,
): number[] {
  const known = new Set(objects.map(({ offset }) => offset))
  return source.chunks.flatMap(({ start, bytes }) => {
    const begin = Math.max(0, from - start)
    if (begin >= bytes.length) return []
    return [...objectHeads(bytes.subarray(begin), budget)].flatMap(({ num, at }) => {
      const offset = start + begin + at
      return known.has(offset) || offset >= brokenAt ? [] : [num]
    })
  })
}
