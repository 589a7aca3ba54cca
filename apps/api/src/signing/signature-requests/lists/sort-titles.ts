import type { Context } from '#api/providers/context.ts'
import { renewRows } from '#api/platform/db/conversion/renew-rows.ts'
import { hasFormerTitleKeys, renewTitleKeys } from './title-key-repository.ts'

/** Titles were sorted by another key in earlier releases, and someone is changing some of them just now. */
export class TitlesInUse extends Error {
  override name = 'TitlesInUse'
}

const renewal = { table: 'request_access', renew: renewTitleKeys, isLeft: hasFormerTitleKeys } as const

/**
 * Once, after the migration to the key by base letters: renews the keys of the titles there are. Until it is done, lists show titles with
 * accents where they used to be.
 */
export async function sortTitles({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  const { renewed, isDone } = await renewRows(db, renewal)
  if (renewed > 0) log.info({ renewed }, 'titles are sorted by their base letters')
  if (!isDone) throw new TitlesInUse('Some titles are in use; the job is repeated.')
}
