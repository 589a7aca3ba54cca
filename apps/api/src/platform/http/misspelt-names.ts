import type * as z from 'zod/mini'
import type { WrongField } from '#api/platform/refusal.ts'

/**
 * The names in a query that are probably meant as one that the call knows: `pagesize`, `page_nr`. A list that leaves them unread
 * looks complete and isn't. Anything else may be what others add to addresses on the way, and is left alone.
 */
export function misspeltNames(query: z.ZodMiniType, given: unknown): WrongField[] {
  const { def } = query._zod as z.core.$ZodObject['_zod']
  if (def.type !== 'object' || typeof given !== 'object' || given === null) return []
  const known = Object.keys(def.shape)
  return Object.keys(given).flatMap((name): WrongField[] => {
    const meant = known.includes(name) ? [] : nearest(name, known)
    return meant.length === 0
      ? []
      : [{ field: name, code: 'unknown_field', message: `Unknown here. Did you mean ${meant.join(' or ')}?` }]
  })
}

/** Those that it is most likely meant as: by the whole name, else by most of its letters, else by a word. */
function nearest(name: string, known: readonly string[]): string[] {
  const words = wordsOf(name)
  const plain = words.join('')
  const distances = known.map((one) => {
    const knownWords = wordsOf(one)
    const letters = distance(plain, knownWords.join(''))
    if (letters === 0 || (letters <= 2 && one.length > 4)) return letters
    return words.some((word) => knownWords.includes(word)) ? 3 : Infinity
  })
  const least = Math.min(...distances)
  return known.filter((_, index) => least < Infinity && distances[index] === least)
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)

/** How many letters have to be added, removed or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
