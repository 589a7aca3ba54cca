import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ContentCache } from './content-cache.ts'
import { documentStoreConformance, type StoreStage } from './conformance.ts'
import { fileSystemDocumentStore } from './file-system.ts'
import { ContentMissing, StoreFull } from './port.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function stage(): Promise<StoreStage> {
  const folder = await mkdtemp(join(tmpdir(), 'document store '))
  folders.push(folder)
  // Not there yet, as on a first start.
  const directory = join(folder, 'kept')
  const store = fileSystemDocumentStore(directory, { trash: true })
  return {
    store,
    again: () => fileSystemDocumentStore(directory, { trash: true }),
    damage: async (sha256) => {
      const path = await store.file(sha256)
      const content = await readFile(path)
      content[content.length >> 1] = 0xff
      await writeFile(path, content)
    },
    pass: async () => {
      const hourAgo = Date.now() / 1000 - 3600
      for (const path of await filesIn(folder)) await utimes(path, hourAgo, hourAgo)
      return new Date(Date.now() - 1_800_000)
    },
    count: async () =>
      (await filesIn(folder)).filter((path) => !/\/(trash\/.*|installation|last-clean-up)$/.test(path))
        .length,
  }
}

documentStoreConformance('The file system', stage)

test('a full disk is StoreFull', async () => {
  const { store, count } = await stage()
  async function* full(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(10)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  await expect(store.write(full())).rejects.toBeInstanceOf(StoreFull)
  expect(await count()).toBe(0)
})

test('the cache keeps the newest and stays within its size', () => {
  const cache = new ContentCache(100)
  for (const name of ['a', 'b', 'c', 'd']) cache.set(name, new Uint8Array(25))
  cache.get('a')
  cache.set('e', new Uint8Array(25))
  cache.set('too large', new Uint8Array(26))
  expect(['a', 'b', 'c', 'd', 'e', 'too large'].filter((name) => cache.get(name))).toEqual([
    'a',
    'c',
    'd',
    'e',
  ])
})

test('what a crash left half written is swept away too', async () => {
  const { store, pass, count } = await stage()
  const { sha256 } = await store.write(Buffer.from('whole'))
  const folder = dirname(dirname(dirname(await store.file(sha256))))
  await writeFile(join(folder, 'incoming', 'half'), 'ha')
  expect(await store.sweep(await pass(), async () => true)).toBe(1)
  expect(await count()).toBe(1)
})

test('a store without a trash keeps nothing of what removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'document store '))
  folders.push(folder)
  const store = fileSystemDocumentStore(folder, { trash: false })
  const { sha256 } = await store.write(Buffer.from('for an hour'))
  await store.remove(sha256)
  await expect(store.read(sha256)).rejects.toBeInstanceOf(ContentMissing)
  expect(await filesIn(folder)).toEqual([])
})
