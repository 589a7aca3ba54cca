import { isUnfinishedRestore, StoreMismatch } from '#api/app/installation/own-installation.ts'
import type { Connection } from '#api/platform/db/connect.ts'
import { migrate, type Say } from '#api/platform/db/migrate.ts'
import type { Config } from '#api/platform/settings/config.ts'
import { backUpBeforeUpgrade } from './backups/before-upgrade.ts'
import { openBackupTarget, openStores } from './open-installation.ts'

/** Brings the database to this release, as each process does at its start. */
export async function prepareDatabase(config: Config, connection: Connection, say: Say): Promise<void> {
  const target = await openBackupTarget(config)
  await migrate(connection, {
    say,
    beforeSetUp: () => refuseDuringRestore(config),
    beforeUpgrade: backUpBeforeUpgrade(config, target, say),
  })
}

/**
 * A process that an orchestrator starts again and again would set up the database that a backup is about to be restored into, and the
 * restore would find it no longer empty.
 */
async function refuseDuringRestore(config: Config): Promise<void> {
  const stores = await openStores(config)
  try {
    for (const store of stores.parts) {
      const note = await store.readNote('installation')
      if (note === null || !isUnfinishedRestore(note)) continue
      throw new StoreMismatch(
        `A backup is being restored into ${store.whereIs()}, or its restore broke off (${note}), and the database is empty. ` +
          'Wait until it has ended, or repeat it: countersign restore. If this is to be a new installation, name another store in ' +
          `${store.settings}.`,
      )
    }
  } finally {
    stores.close()
  }
}
