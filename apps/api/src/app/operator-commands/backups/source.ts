import { existsSync } from 'node:fs'
import { openBackup, type PassedOver, type StoredBackup } from '#api/app/backups/stored-backup.ts'
import { openBackupTarget, openBackupTargetAt } from '#api/app/open-installation.ts'
import { type PrivateKey, readPrivateKey } from '#api/platform/secrets/age/keys.ts'
import { readBucketAddress, wrongBackup } from '#api/platform/settings/backup-settings.ts'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import { type Call, noPositionals, UsageError } from '../command.ts'
import { pathOf, readNamed } from '../files.ts'

export type SourceOptions = Readonly<Record<'backup' | 'key', string | undefined>>

/** Where the backups are: as given, or as set. */
export async function targetOf(
  call: Pick<Call, 'positionals' | 'environment' | 'config'>,
  use: 'read' | 'write' = 'read',
): Promise<BackupTarget> {
  const [given, ...others] = call.positionals
  noPositionals({ positionals: others })
  const config = await call.config()
  if (given !== undefined) {
    const isBucket = readBucketAddress(given) !== null
    const place = isBucket ? given : pathOf(call, given)
    // A backup that was made inside COUNTERSIGN_DATA can still be restored.
    const isRefused = isBucket || use === 'write'
    const [problem] = isRefused ? wrongBackup({ ...call.environment, BACKUP_TARGET: place }) : []
    if (problem) throw new UsageError(`Not a place for backups: ${problem}`)
    if (use === 'read') requireFolder(place)
    return openBackupTargetAt(place, config.backup.s3)
  }
  const target = await openBackupTarget(config)
  if (!target) throw new UsageError('Give the folder or bucket of the backups, or set BACKUP_TARGET.')
  return target
}

/** One that isn't mounted has no backups to list, and says nothing about how many there are. */
function requireFolder(place: string): void {
  if (readBucketAddress(place) !== null || existsSync(place)) return
  throw new UsageError(`There is no folder ${place}: give that of the backups, and check that it is mounted.`)
}

const reasons = {
  unfinished: "it isn't finished, or is being made (no manifest.json)",
  database_only: 'it is a copy of the database alone, made before an upgrade',
} as const satisfies Record<PassedOver['reason'], string>

/** Opens the backup that was named, or the newest; says which newer ones that isn't, and why. */
export async function openBackupOf(
  call: Pick<Call<SourceOptions>, 'environment' | 'options' | 'progress'>,
  target: BackupTarget,
  databaseOnly: boolean,
): Promise<StoredBackup> {
  const id = call.options.backup
  const backup = await openBackup(target, { id, key: privateKeyOf(call), databaseOnly })
  for (const one of backup.passedOver)
    call.progress(`Passed over backup ${one.id}, which is newer: ${reasons[one.reason]}.`)
  return backup
}

function privateKeyOf(
  call: Pick<Call, 'environment'> & { readonly options: { readonly key: string | undefined } },
): PrivateKey | null {
  if (call.options.key === undefined) return null
  const key = readPrivateKey(readNamed(call, call.options.key).toString())
  if (!key) throw new UsageError(`${call.options.key} has no private key of age (AGE-SECRET-KEY-1…).`)
  return key
}
