import type { Context } from '#api/providers/context.ts'
import { pageRanges } from '#api/platform/db/conversion/page-ranges.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { hasFormerTitleKeys, renewTitleKeys } from './title-key-repository.ts'

/** Titles were sorted by another key in earlier releases, and someone is changing some of them just now. */
export class TitlesInUse extends Error {
  override name = 'TitlesInUse'
}

/**
 * Once, after the migration to the key by base letters: renews the keys of the titles there are, in many short transactions. It may be
 * interrupted and begun again. Until it is done, lists show titles with accents where they used to be.
 */
export async function sortTitles({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  let [renewed, isDone] = [0, true]
  for await (const range of pageRanges(db, 'request_access')) {
    renewed += await transaction(db, (tx) => renewTitleKeys(tx, range))
    if (await hasFormerTitleKeys(db, range)) isDone = false
  }
  if (renewed > 0) log.info({ renewed }, 'titles are sorted by their base letters')
  if (!isDone) throw new TitlesInUse('Some titles are in use; the job is repeated.')
}
