import { DatabaseStartError, diskFull, noPermission } from './database-start-error.ts'

// PG_VERSION was right: files that are incompatible nevertheless are damaged.
const broken =
  /pg_control|database files are incompatible|directory "[^"]*" does not exist|invalid checkpoint record|valid checkpoint record|could not (open|read|access|locate|find)[^\n]*(file|directory|record)|is not a valid data directory|PANIC:|invalid data in file|could not load/

/** Explains why initdb or postgres gave up, from the end of what it logged (always in English: LC_MESSAGES is C). */
export function explainLog(log: string, cluster: string): DatabaseStartError {
  const cause = new Error(log.trim() || 'nothing was logged')
  if (
    /(shmget|semget|shm_open|shared memory segment)[^\n]*No space left/.test(log) ||
    /Cannot allocate memory|out of memory/.test(log)
  ) {
    return new DatabaseStartError(
      'out_of_memory',
      'PostgreSQL got no memory for its 128 MB of shared buffers. Free some memory, or raise the limit of this container (memory, /dev/shm).',
      { cause },
    )
  }
  if (/No space left on device|Disk quota exceeded/.test(log)) return diskFull(cluster, cause)
  if (/initialized by PostgreSQL version/.test(log)) return wrongVersion(cluster, cause)
  if (/lock file "[^"]*" already exists|shared memory block[^\n]*still in use/.test(log)) {
    return new DatabaseStartError(
      'in_use',
      `Another PostgreSQL is running on ${cluster}. Stop it, or set COUNTERSIGN_DATA to another folder.`,
      { cause },
    )
  }
  if (/Permission denied|invalid permissions|wrong ownership|Read-only file system/.test(log))
    return noPermission(cluster, cause)
  if (broken.test(log)) return clusterBroken(cluster, lastError(log), cause)
  return new DatabaseStartError('start_failed', `PostgreSQL did not start: ${lastError(log)}`, { cause })
}

/** The database's files are damaged or incomplete. */
export const clusterBroken = (cluster: string, reason: string, cause?: unknown) =>
  new DatabaseStartError(
    'cluster_broken',
    `The database in ${cluster} is damaged (${reason}). Restore the folder from a backup, or move it away to begin with an empty one.`,
    { cause },
  )

/** The folder was made by another major version of PostgreSQL. */
export const wrongVersion = (cluster: string, cause?: unknown) =>
  new DatabaseStartError(
    'wrong_version',
    `${cluster} was made by another major version of PostgreSQL. Make a backup with the release of Countersign that made it ` +
      '(countersign backup), and restore it with this one into an empty COUNTERSIGN_DATA.',
    { cause },
  )

function lastError(log: string): string {
  const lines = log.trim().split('\n')
  const line = lines.findLast((entry) => /FATAL|PANIC|error:/i.test(entry)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/i, '').trim() || 'it said nothing'
}
