import type { OwnerPool } from '#api/platform/db/connect.ts'
import { readPublicKey } from '#api/platform/secrets/age/keys.ts'
import type { BackupSettings } from '#api/platform/settings/backup-settings.ts'
import { BackupTargetFull, type BackupTarget } from '#api/providers/backup-target/port.ts'
import type { Context } from '#api/providers/context.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { makeBackup, NewerDatabase } from './make-backup.ts'
import { countContent } from './manifest.ts'
import { removeOldBackups } from './remove-old-backups.ts'
import { BackupRunning, whileNoOther } from './repository.ts'

export const backupKey = ({ publicKey }: BackupSettings) => (publicKey ? readPublicKey(publicKey) : null)

/** Makes the backup that is due, then removes those whose time is over. */
export async function makeScheduledBackup(context: Context, owner: OwnerPool): Promise<void> {
  const { backupTarget: target, config, documentStore, log } = context
  if (!target) return
  const began = performance.now()
  try {
    const parts = { pool: owner, target, key: backupKey(config.backup), documentStore }
    const manifest = await withRoom(context, owner, target, () => makeBackup(parts, 'scheduled'))
    const { missing } = manifest
    const seconds = Math.round((performance.now() - began) / 1000)
    log.info({ backup: manifest.id, ...countContent(manifest), seconds }, 'a backup was made')
    if (missing.length > 0)
      log.error(
        { backup: manifest.id, missing: missing.slice(0, 20), count: missing.length },
        'documents are missing or damaged in the store: the backup is incomplete',
      )
    await removeOld(context, owner, target)
  } catch (error) {
    if (error instanceof NewerDatabase) {
      await makeLater(context)
      log.warn('no backup is begun by this release: the database is of a newer one, which has to make it')
    } else if (error instanceof BackupRunning) {
      await makeLater(context)
      log.info('no backup is begun: another one is being made. It is tried again in ten minutes.')
    } else throw error
  }
}

/** Where the target is full, those whose time is over make room. */
async function withRoom<Result>(
  context: Context,
  owner: OwnerPool,
  target: BackupTarget,
  make: () => Promise<Result>,
): Promise<Result> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof BackupTargetFull) || !(await removeOld(context, owner, target))) throw error
    return make()
  }
}

const laterBy = 600_000

/**
 * During an upgrade a worker of the newer release makes it, or one of this release looks again; what is being made may be a copy
 * elsewhere, by hand. No attempt is used up.
 */
async function makeLater({ db, now }: Context): Promise<void> {
  await transaction(db, (tx) =>
    enqueue(
      tx,
      'make-backup',
      {},
      { key: 'make-backup-later', maxAttempts: 3, at: new Date(now().getTime() + laterBy) },
    ),
  )
}

/**
 * By the database's time: with a clock that is ahead everything would be old. The backup is made: if this fails, it isn't made
 * again, and the old ones stay. Answers whether any were removed.
 */
async function removeOld(context: Context, owner: OwnerPool, target: BackupTarget): Promise<boolean> {
  try {
    const now = await context.databaseClock.forDestructiveJob()
    await context.installation.verify()
    const removed = await whileNoOther(owner, () =>
      removeOldBackups(target, context.config.backup.keep, now()),
    )
    if (removed.backups.length > 0) context.log.info(removed, 'old backups were removed')
    return removed.backups.length > 0
  } catch (error) {
    context.log.error({ err: error }, 'old backups could not be removed')
    return false
  }
}
