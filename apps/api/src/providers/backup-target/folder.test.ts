import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
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
  const nothing = Readable.from([])
  await expect(target.write('a', nothing)).rejects.toThrow(BackupTargetUnavailable)
})

const bytes = (content: string) => Readable.from(Buffer.from(content))

test('a target whose folder was emptied or exchanged is written to again by the same process', async () => {
  const folder = join(await aFolder(), 'target')
  const target = folderBackupTarget(folder)
  await target.write('documents/ab/one', bytes('first'))
  await rm(folder, { recursive: true })
  await target.write('documents/ab/two', bytes('second'))
  await rm(join(folder, 'incoming'), { recursive: true })
  await target.write('documents/ab/three', bytes('third'))
  expect(await text(await target.read('documents/ab/two'))).toBe('second')
  expect(await text(await target.read('documents/ab/three'))).toBe('third')
})

test('what a killed process left half-written is removed after a day; what another one writes now stays', async () => {
  const folder = await aFolder()
  const incoming = join(folder, 'incoming')
  await mkdir(incoming)
  for (const name of ['old', 'new']) await writeFile(join(incoming, name), 'half')
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60_000)
  await utimes(join(incoming, 'old'), twoDaysAgo, twoDaysAgo)
  await folderBackupTarget(folder).write('a', bytes('whole'))
  await expect.poll(() => readdir(incoming)).toEqual(['new'])
})
