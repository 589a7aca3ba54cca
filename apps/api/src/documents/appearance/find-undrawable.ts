import { surelyDrawable } from '#api/documents/visual-signatures/check-content.ts'
import { findMissing } from '#api/documents/visual-signatures/tasks.ts'
import type { Context } from '#api/providers/context.ts'

/** What people see as one character (UAX #29) and no font draws: it, or a part of it, would be an empty box. */
export type Undrawable = ReadonlySet<string>

/** Of these texts. Nearly all are surely drawable and take no thread. */
export async function findUndrawable(
  { threads }: Pick<Context, 'threads'>,
  texts: readonly string[],
): Promise<Undrawable> {
  const doubtful = [...new Set(texts.flatMap(charactersOf).filter((one) => !surelyDrawable.test(one)))]
  if (doubtful.length === 0) return new Set()
  // Each once, however long the texts are, and each alone: a letter and a mark may have a font each and none together.
  const missing = await threads.sign.run(findMissing, doubtful, { timeLimit: 10_000 })
  return new Set(doubtful.filter((_, index) => (missing[index] ?? []).length > 0))
}

/** Those of one text, to be named; null where there are none. */
export function undrawableIn(text: string, undrawable: Undrawable): string | null {
  const found = charactersOf(text).filter((one) => undrawable.has(one))
  return found.length > 0 ? found.slice(0, 10).join(' ') : null
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Composed, as they are drawn; none of a text that is surely drawable. */
const charactersOf = (text: string): string[] => {
  const composed = text.normalize('NFC').toWellFormed().replaceAll(/\s+/gu, ' ')
  if (surelyDrawable.test(composed)) return []
  return [...new Set(Array.from(graphemes.segment(composed), ({ segment }) => segment))]
}
