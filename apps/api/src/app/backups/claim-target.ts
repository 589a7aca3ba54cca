import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import { ownerFile } from './layout.ts'
import { hasBackupsAt, type Queries } from './repository.ts'

/** The target has backups of another installation. */
export class OtherBackups extends Error {
  override name = 'OtherBackups'
}

/** The target had backups of this installation, and is empty now. */
export class BackupsGone extends Error {
  override name = 'BackupsGone'
}

/** Makes a new place this installation's. */
export async function claimTarget(
  client: Queries,
  target: BackupTarget,
  installation: string,
): Promise<void> {
  if ((await refuseOtherTarget(client, target, installation)) === 'new')
    await target.write(ownerFile, Readable.from(Buffer.from(`${installation}\n`)))
}

/**
 * Two installations that shared a place would remove each other's backups. And where a drive isn't mounted its folder is empty:
 * backups would go to the disk that they should outlive.
 */
export async function refuseOtherTarget(
  client: Queries,
  target: BackupTarget,
  installation: string,
): Promise<'own' | 'new'> {
  if (await target.has(ownerFile)) {
    const owner = (await text(await target.read(ownerFile))).trim()
    if (owner === installation) return 'own'
    throw new OtherBackups(
      `${target.where} has the backups of another installation (${owner}). Choose another place for those of ${installation}.`,
    )
  }
  if (!(await hasBackupsAt(client, target.where))) return 'new'
  throw new BackupsGone(
    `${target.where} had backups of this installation and has none now. Is it mounted? ` +
      `If it was emptied or replaced on purpose, write ${installation} to ${target.where}/${ownerFile}.`,
  )
}
