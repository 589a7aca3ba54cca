import type { Context } from '#api/providers/context.ts'
import { renewRows } from '#api/platform/db/conversion/renew-rows.ts'
import { addBaseLetters, lacksBaseLetters } from './words-repository.ts'

/** Requests of earlier releases are found by their own letters only, and someone is changing some of them just now. */
export class WordsInUse extends Error {
  override name = 'WordsInUse'
}

const renewal = { table: 'request_words', renew: addBaseLetters, isLeft: lacksBaseLetters } as const

/**
 * Once, after the migration to a search by base letters: adds them to the words there are. Until it is done, “Muller” doesn't find every
 * “Müller” of an earlier release.
 */
export async function addBaseLettersToWords({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  const { renewed, isDone } = await renewRows(db, renewal)
  if (renewed > 0) log.info({ changed: renewed }, 'requests are found by base letters')
  if (!isDone) throw new WordsInUse('Some requests are in use; the job is repeated.')
}
