import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadMasterKey, MasterKeyError, requireMasterKey } from './master-key.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'master key '))))
afterEach(() => rm(folder, { recursive: true }))

test('a configured key is taken, and no file is made', async () => {
  const key = randomBytes(32)
  const loaded = await loadMasterKey({ masterKey: key.toString('base64'), dataDirectory: folder })
  expect(Buffer.from(loaded.current).equals(key)).toBe(true)
  expect(loaded.previous).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

test.each(['short', randomBytes(31).toString('base64'), `${randomBytes(32).toString('base64')}!`])(
  'a configured key that is not 32 bytes in base64 is refused by name: %s',
  async (masterKey) => {
    const loading = loadMasterKey({ masterKey, dataDirectory: folder })
    await expect(loading).rejects.toThrow(MasterKeyError)
    await expect(loading).rejects.toThrow(/COUNTERSIGN_MASTER_KEY/)
  },
)

test('many first starts at once make one key, for its owner only', async () => {
  const dataDirectory = join(folder, 'data')
  const starts = Array.from({ length: 12 }, () => loadMasterKey({ masterKey: undefined, dataDirectory }))
  const keys = new Set((await Promise.all(starts)).map(({ current }) => Buffer.from(current).toString('hex')))
  expect(keys.size).toBe(1)
  expect(await readdir(dataDirectory)).toEqual(['master.key'])
  expect((await stat(join(dataDirectory, 'master.key'))).mode & 0o777).toBe(0o600)
  const again = await loadMasterKey({ masterKey: undefined, dataDirectory })
  expect([...keys]).toEqual([Buffer.from(again.current).toString('hex')])
})

test('a key file that others may read, or that holds no key, is refused', async () => {
  const path = join(folder, 'master.key')
  const loading = () => loadMasterKey({ masterKey: undefined, dataDirectory: folder })
  await writeFile(path, randomBytes(32).toString('base64'))
  for (const mode of [0o644, 0o640, 0o620]) {
    await chmod(path, mode)
    await expect(loading()).rejects.toThrow(/chmod 600/)
  }
  await writeFile(path, 'no key')
  await chmod(path, 0o600)
  await expect(loading()).rejects.toThrow(MasterKeyError)
})

test('an installation that is there already needs its key: none is made for it', async () => {
  const source = { masterKey: undefined, dataDirectory: folder }
  await expect(requireMasterKey(source)).rejects.toThrow(/COUNTERSIGN_MASTER_KEY is not set/)
  expect(await readdir(folder)).toEqual([])
  const { current } = await loadMasterKey(source)
  expect((await requireMasterKey(source)).current).toEqual(current)
})
