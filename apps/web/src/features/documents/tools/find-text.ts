import type { PageText } from '@countersign/contract/documents.ts'
import { plain } from '#web/lib/language/plain.ts'

/** Part of a run of text: which run of the page, and from which of its characters to which. */
export interface Part {
  readonly run: number
  readonly from: number
  readonly to: number
}
/** One place where a text was found: it may go over the end of a line. */
export type TextMatch = readonly Part[]

/** A page's text without marks and capitals, and where each of its characters is on the page. */
interface SearchText {
  readonly text: string
  readonly places: readonly { readonly run: number; readonly at: number }[]
}

export function searchable({ runs }: Pick<PageText, 'runs'>): SearchText {
  const characters: { text: string; run: number; at: number }[] = []
  for (const [run, { text }] of runs.entries()) {
    const goesOn = isHyphenated(text, runs[run + 1]?.text)
    let at = 0
    for (const character of goesOn ? text.slice(0, -1) : text) {
      // By units, as places in a text are counted.
      for (const letter of plain(character).split('')) characters.push({ text: letter, run, at })
      at += character.length
    }
    // The end of a line is a space, unless the word continues.
    if (!goesOn) characters.push({ text: ' ', run, at })
  }
  const kept = characters.filter(({ text }, index) => text !== ' ' || characters[index - 1]?.text !== ' ')
  return { text: kept.map(({ text }) => text).join(''), places: kept.map(({ run, at }) => ({ run, at })) }
}

/** ‘agree-’ before ‘ment’. */
function isHyphenated(text: string, next: string | undefined): boolean {
  return /\p{L}[-\u2010]$/u.test(text) && /^\p{Ll}/u.test(next ?? '')
}

/** Each place of a page where the text stands, in reading order; none overlaps another. */
export function findIn(page: Pick<PageText, 'runs'>, query: string): TextMatch[] {
  const wanted = plain(query).trim()
  if (wanted === '') return []
  const { text, places } = searchable(page)
  const hits: TextMatch[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    hits.push(partsOf(page, places.slice(at, at + wanted.length)))
  return hits
}

function partsOf({ runs }: Pick<PageText, 'runs'>, places: SearchText['places']): Part[] {
  const parts = new Map<number, Part>()
  for (const { run, at } of places) {
    const length = runs[run]?.text.length ?? 0
    if (at >= length) continue
    const before = parts.get(run)
    const to = Math.min(length, at + characterAt(runs[run]?.text ?? '', at).length)
    parts.set(run, { run, from: before?.from ?? at, to: Math.max(before?.to ?? 0, to) })
  }
  return [...parts.values()]
}

const characterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0x20)
