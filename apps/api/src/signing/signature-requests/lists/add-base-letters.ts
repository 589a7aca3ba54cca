import type { Context } from '#api/providers/context.ts'
import { pageRanges } from '#api/platform/db/conversion/page-ranges.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { addBaseLetters, lacksBaseLetters } from './words-repository.ts'

/** Requests of earlier releases are found by their own letters only, and someone is changing some of them just now. */
export class WordsInUse extends Error {
  override name = 'WordsInUse'
}

/**
 * Once, after the migration to a search by base letters: adds them to the words there are, in many short transactions. It may be
 * interrupted and begun again. Until it is done, “Muller” doesn't find every “Müller” of an earlier release.
 */
export async function addBaseLettersToWords({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  let [changed, isDone] = [0, true]
  for await (const range of pageRanges(db, 'request_words')) {
    changed += await transaction(db, (tx) => addBaseLetters(tx, range))
    if (await lacksBaseLetters(db, range)) isDone = false
  }
  if (changed > 0) log.info({ changed }, 'requests are found by base letters')
  if (!isDone) throw new WordsInUse('Some requests are in use; the job is repeated.')
}
