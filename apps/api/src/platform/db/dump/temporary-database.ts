import { DatabaseStartError } from '../embedded/database-start-error.ts'
import { startEmbeddedPostgres } from '../embedded/start-embedded-postgres.ts'
import { databaseBeside, removeLeftDatabases } from './database-beside.ts'
import { removable, type TemporaryDatabase, type Undo } from './removable.ts'
import { makeTemporaryFolder, removeLeftFolders, removeTemporaryFolder } from './temporary-folder.ts'

/**
 * The packaged PostgreSQL in a temporary folder: no load for the server at work, and another version where its is older. What
 * earlier ones left whose process was killed is removed first.
 */
export async function temporaryDatabase(
  databaseUrl: string | undefined,
  undo: Undo,
  log: (line: string) => void,
): Promise<TemporaryDatabase> {
  await removeLeft(databaseUrl, log)
  // At once with what removes it: a signal could come in between.
  const directory = makeTemporaryFolder()
  const settings = { fsync: 'off', full_page_writes: 'off' }
  const starting = startEmbeddedPostgres({ directory, settings })
  const remove = removable(undo, async () => {
    await starting.then(
      ({ stop }) => stop(),
      () => {},
    )
    await removeTemporaryFolder(directory)
  })
  try {
    const { connection } = await starting
    return { connection, remove }
  } catch (error) {
    await remove()
    if (!databaseUrl || !(error instanceof DatabaseStartError)) throw error
    return databaseBeside(databaseUrl, undo)
  }
}

/** That something can't be removed doesn't keep a backup from being checked. */
async function removeLeft(databaseUrl: string | undefined, log: (line: string) => void): Promise<void> {
  const failed = (error: unknown) =>
    log(`What interrupted checks may have left wasn't removed: ${(error as Error).message}`)
  await removeLeftFolders(log).catch(failed)
  if (databaseUrl) await removeLeftDatabases(databaseUrl, log).catch(failed)
}
