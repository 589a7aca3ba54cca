import type { DocumentTag } from '@countersign/contract/documents.ts'
import { type Character, readLines } from './page-text.ts'
import type { Pdfium } from './pdfium.ts'
import { readTags, type TextTag } from './text-tag.ts'

/** What a signature's place measures unless someone says otherwise: the same as one placed by hand. */
const signatureSize = { width: 180, height: 60 }
/** Of a field at least: it is as long as its tag, and the author makes room by spaces in it. */
const fieldSize = { width: 60, height: 16 }

interface Letters {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A field lies on its tag’s line, several lines begin there; a signature stands on it. */
function placeOn(tag: TextTag, { left, right, top, bottom }: Letters) {
  if (tag.type === 'SIGNATURE') {
    const { height } = signatureSize
    return { x: left, y: bottom - height, width: Math.max(signatureSize.width, right - left), height }
  }
  const height = Math.max(fieldSize.height, bottom - top + 2)
  const y = (top + bottom - height) / 2
  if (tag.type === 'CHECKBOX') return { x: left, y, width: height, height }
  const width = Math.max(fieldSize.width, right - left)
  return { x: left, y, width, height: tag.multiline ? height * 3 : height }
}

/** The text tags of a page, each with its field position: on the tag's own line, over the tag. */
export function findTags(
  pdfium: Pdfium,
  page: number,
  { index, width, height }: { readonly index: number; readonly width: number; readonly height: number },
): DocumentTag[] {
  return readLines(pdfium, page, width, height).flatMap((line) => {
    const { text, at } = spelled(line)
    return readTags(text).flatMap((tag): DocumentTag[] => {
      const letters = at.slice(tag.start, tag.end).filter((letter) => letter.text !== ' ')
      const place = placeOn(tag, {
        left: Math.min(...letters.map((letter) => letter.left)),
        right: Math.max(...letters.map((letter) => letter.right)),
        top: Math.min(...letters.map((letter) => letter.top)),
        bottom: Math.max(...letters.map((letter) => letter.bottom)),
      })
      const { x, y } = place
      if (!(x < width && x + place.width > 0 && y + place.height > 0 && y < height)) return []
      const size = { width: Math.min(width, place.width), height: Math.min(height, place.height) }
      return [
        {
          ...{ text: tag.text, type: tag.type, number: tag.number, email: tag.email },
          ...{ label: tag.label, required: tag.required, multiline: tag.multiline, options: tag.options },
          position: {
            page: String(index),
            x: rounded(within(x, width - size.width)),
            y: rounded(within(y, height - size.height)),
            width: rounded(size.width),
            height: rounded(size.height),
          },
        },
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
