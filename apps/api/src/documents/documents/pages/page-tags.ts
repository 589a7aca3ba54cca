import type { DocumentTag } from '@countersign/contract/documents.ts'
import { type Character, readLines } from './page-text.ts'
import type { Pdfium } from './pdfium.ts'
import { readTags } from './signature-tag.ts'

/** What a signature's place measures unless someone says otherwise: the same as one placed by hand. */
const usual = { width: 180, height: 60 }

/** The text tags of a page, each with the place it asks for: on the tag's own line, over the tag. */
export function findTags(
  pdfium: Pdfium,
  page: number,
  { index, width, height }: { readonly index: number; readonly width: number; readonly height: number },
): DocumentTag[] {
  return readLines(pdfium, page, width, height).flatMap((line) => {
    const { text, at } = spelled(line)
    return readTags(text).flatMap((tag): DocumentTag[] => {
      const letters = at.slice(tag.start, tag.end).filter((letter) => letter.text !== ' ')
      const left = Math.min(...letters.map((letter) => letter.left))
      const right = Math.max(...letters.map((letter) => letter.right))
      const bottom = Math.max(...letters.map((letter) => letter.bottom))
      if (!(left < width && right > 0 && bottom > 0 && bottom - usual.height < height)) return []
      const size = {
        width: Math.min(width, Math.max(usual.width, right - left)),
        height: Math.min(height, usual.height),
      }
      const place = {
        x: rounded(within(left, width - size.width)),
        y: rounded(within(bottom - size.height, height - size.height)),
        width: rounded(size.width),
        height: rounded(size.height),
      }
      return [
        { text: tag.text, number: tag.number, email: tag.email, position: { page: String(index), ...place } },
      ]
    })
  })
}

/** The line as one text, and the letter behind each of its units. */
function spelled(line: readonly Character[]): { text: string; at: readonly Character[] } {
  const at = line.flatMap((letter) => Array.from({ length: letter.text.length }, () => letter))
  return { text: line.map((letter) => letter.text).join(''), at }
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}

function rounded(points: number): number {
  return Math.round(points * 10) / 10
}
