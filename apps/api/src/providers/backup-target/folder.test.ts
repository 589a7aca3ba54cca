import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { backupTargetConformance } from './conformance.ts'
import { folderBackupTarget } from './folder.ts'
import { BackupTargetUnavailable } from './port.ts'

const folders: string[] = []
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-target-'))
  folders.push(folder)
  return folder
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

backupTargetConformance(async () => folderBackupTarget(join(await aFolder(), 'not', 'made', 'yet')))

test('a target that is a file, not a folder, is reported as unavailable', async () => {
  const folder = await aFolder()
  await writeFile(join(folder, 'file'), '')
  const target = folderBackupTarget(join(folder, 'file', 'backups'))
  const nothing = (async function* () {})()
  await expect(target.write('a', nothing)).rejects.toThrow(BackupTargetUnavailable)
})
