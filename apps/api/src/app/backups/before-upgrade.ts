import type { BeforeUpgrade } from '#api/platform/db/migrate.ts'
import type { Config } from '#api/platform/settings/config.ts'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import { makeBackup } from './make-backup.ts'
import { backupKey } from './make-scheduled-backup.ts'
import { removeEarlierCopies } from './remove-old-backups.ts'

/** The copy before the migrations of a newer release could not be made. */
export class NoBackupBeforeUpgrade extends Error {
  override name = 'NoBackupBeforeUpgrade'
}

/**
 * Copies the database before a newer release changes it. The documents stay as they are: no migration touches them, and what is
 * removed is in the trash for 30 days.
 */
export function backUpBeforeUpgrade(
  { backup }: Config,
  target: BackupTarget | null,
  say: (line: string) => void,
): BeforeUpgrade | undefined {
  if (!target) return undefined
  return async (pool) => {
    try {
      const parts = { pool, target, key: backupKey(backup), documentStore: null }
      const made = await makeBackup(parts, 'before_upgrade')
      say(`The database was copied to ${target.where} before the upgrade: backup ${made.id}`)
      const removed = await removeEarlierCopies(target, made).catch((error: unknown) => {
        say(`Copies of earlier attempts at this upgrade were not removed: ${(error as Error).message}`)
        return []
      })
      if (removed.length > 0)
        say(`Copies of earlier attempts at this upgrade were removed: ${removed.join(', ')}`)
    } catch (error) {
      throw new NoBackupBeforeUpgrade(
        `The database could not be copied before the upgrade, which was not begun: ${(error as Error).message} ` +
          'To upgrade without a copy, start once without BACKUP_TARGET.',
        { cause: error },
      )
    }
  }
}
