import { surelyDrawable } from '#api/documents/visual-signatures/check-content.ts'
import { findMissing } from '#api/documents/visual-signatures/tasks.ts'
import type { Context } from '#api/providers/context.ts'

/** Characters that no font has: each would be drawn as an empty box. */
export type Undrawable = ReadonlySet<string>

/** Of these texts. Nearly all are surely drawable and take no thread. */
export async function findUndrawable(
  { threads }: Pick<Context, 'threads'>,
  texts: readonly string[],
): Promise<Undrawable> {
  const doubtful = new Set(texts.flatMap(charactersOf).filter((one) => !surelyDrawable.test(one)))
  if (doubtful.size === 0) return doubtful
  // Each character once, however long the texts are; apart, so that none joins another.
  const text = [...doubtful].join(' ')
  const [missing] = await threads.sign.run(findMissing, [text], { timeLimit: 10_000 })
  return new Set(missing)
}

/** Those of one text, to be named; null where there are none. */
export function undrawableIn(text: string, undrawable: Undrawable): string | null {
  const found = charactersOf(text).filter((one) => undrawable.has(one))
  return found.length > 0 ? found.slice(0, 10).join(' ') : null
}

/** Composed, as they are drawn. */
const charactersOf = (text: string): string[] => [
  ...new Set(text.normalize('NFC').toWellFormed().replaceAll(/\s/gu, '')),
]
