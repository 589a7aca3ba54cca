import type { Random } from '../random.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

const most = 4000

/** Where the pattern is found, up to some thousands of times. */
export function spansOf(text: string, pattern: RegExp): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(pattern)) {
    spans.push({ start: match.index, end: match.index + match[0].length })
    if (spans.length === most) break
  }
  return spans
}

/** One match changed to what `write` makes of it; the text as it is where there is none. */
export function changeOne(
  text: string,
  pattern: RegExp,
  random: Random,
  write: (found: string) => string,
): string {
  const spans = spansOf(text, pattern)
  if (spans.length === 0) return text
  const { start, end } = random.pick(spans)
  return text.slice(0, start) + write(text.slice(start, end)) + text.slice(end)
}

/** A match of the pattern somewhere in the text. */
export function findOne(text: string, pattern: RegExp, random: Random): string {
  const spans = spansOf(text, pattern)
  if (spans.length === 0) return ''
  const { start, end } = random.pick(spans)
  return text.slice(start, end)
}
