import type { KeptBackups } from '#api/platform/settings/backup-settings.ts'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import { documentFile, folderOf, manifestOf, namesFile, namesOf } from './layout.ts'
import { inParallel } from '#api/platform/values/in-parallel.ts'
import type { Manifest } from './manifest.ts'
import { checkPart, linesOf, readPart } from './parts.ts'
import { attemptsOf, type DatedBackup, listExpired } from './retention.ts'
import { type ListedBackup, listBackups, takenAt } from './stored-backup.ts'

// More than a schedule can cause in one go has another reason, and goes the next times.
const atMost = 20
const atOnce = 16

export interface RemovedBackups {
  readonly backups: readonly string[]
  readonly documents: number
}

/** Removes the backups whose time is over, and the documents that no other backup needs. */
export async function removeOldBackups(
  target: BackupTarget,
  keep: KeptBackups,
  now: Date,
): Promise<RemovedBackups> {
  const all = await listBackups(target)
  const expired = listExpired(all.map(dated), keep, now).slice(0, atMost)
  if (expired.length === 0) return { backups: [], documents: 0 }
  const names = new Set<string>()
  for (const backup of all)
    if (expired.includes(backup.id)) await forEachName(target, backup, (name) => names.add(name))
  // What cannot be read here stays unknown, and then nothing is removed at all.
  for (const backup of all)
    if (!expired.includes(backup.id)) await forEachName(target, backup, (name) => names.delete(name))
  // First what makes them count: interrupted from here on, they are unfinished, and removed the next time.
  for (const id of expired) await target.remove(manifestOf(id))
  await inParallel(names, atOnce, (name) => target.remove(documentFile(name)))
  for (const id of expired) await removeFolder(target, id)
  return { backups: expired, documents: names.size }
}

/**
 * Removes the copies that earlier attempts at the same upgrade made, but for the latest ones of a week (`attemptsOf`): a process
 * that is started again and again would fill the target. Answers their ids.
 */
export async function removeEarlierCopies(target: BackupTarget, made: Manifest): Promise<string[]> {
  const schema = made.migrations.join()
  const copies = (await listBackups(target))
    .filter(
      ({ manifest }) =>
        manifest?.kind === 'before_upgrade' &&
        manifest.installation === made.installation &&
        manifest.migrations.join() === schema &&
        Date.parse(manifest.snapshotAt) <= Date.parse(made.snapshotAt),
    )
    .map(dated)
    .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
  const kept = new Set(attemptsOf(copies, new Date(made.snapshotAt)).map(({ id }) => id))
  const removed = copies.map(({ id }) => id).filter((id) => id !== made.id && !kept.has(id))
  for (const id of removed) {
    await target.remove(manifestOf(id))
    await removeFolder(target, id)
  }
  return removed
}

function dated(backup: ListedBackup): DatedBackup {
  const { id, manifest } = backup
  return {
    id,
    takenAt: takenAt(backup),
    state: manifest ? stateOf(manifest) : withoutManifest(backup.problem),
    ...(manifest?.kind === 'before_upgrade' ? { schema: manifest.migrations.join() } : {}),
  }
}

function stateOf({ documents }: NonNullable<ListedBackup['manifest']>): DatedBackup['state'] {
  if (documents === null) return 'before_upgrade'
  return documents.missing.length > 0 ? 'incomplete' : 'complete'
}

const withoutManifest = (problem: 'unfinished' | 'damaged' | 'newer'): DatedBackup['state'] =>
  problem === 'unfinished' ? 'unfinished' : 'unreadable'

/** A copy before an upgrade has none, and neither may one that broke off in its database. Of all others they have to be known. */
async function forEachName(
  target: BackupTarget,
  backup: ListedBackup,
  work: (name: string) => void,
): Promise<void> {
  const { id, manifest } = backup
  if (manifest?.documents === null) return
  if (manifest === null && backup.problem === 'unfinished' && !(await target.has(namesOf(id)))) return
  const folder = folderOf(id)
  const part = manifest?.parts.find(({ name }) => name === namesFile)
  if (part) await checkPart(target, folder, part)
  for await (const line of linesOf(await readPart(target, { folder, name: namesFile, key: null }))) work(line)
}

async function removeFolder(target: BackupTarget, id: string): Promise<void> {
  await removeParts(target, id)
  await target.remove(namesOf(id))
}

/** All but the names of the documents: those that only this backup needs are found by them. */
export async function removeParts(target: BackupTarget, id: string): Promise<void> {
  const folder = folderOf(id)
  const files = [
    ...(await target.list(`${folder}/tables`)).map((name) => `tables/${name}`),
    ...(await target.list(folder)),
  ]
  for (const file of files.filter((one) => one !== 'tables' && one !== namesFile))
    await target.remove(`${folder}/${file}`)
  // Where nothing is left the folder goes as well.
  await target.remove(manifestOf(id))
}
