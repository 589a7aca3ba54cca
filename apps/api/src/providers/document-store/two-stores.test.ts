import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { documentStoreConformance, type StoreStage } from './conformance.ts'
import { fileSystemDocumentStore } from './file-system.ts'
import { ContentDamaged, ContentMissing, type DocumentStore, StoreUnavailable } from './port.ts'
import { twoStores } from './two-stores.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

async function twoFolders() {
  const folder = await mkdtemp(join(tmpdir(), 'two stores '))
  folders.push(folder)
  const open = (name: string) => fileSystemDocumentStore(join(folder, name), { trash: true })
  return { folder, first: open('first'), second: open('second'), open }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

documentStoreConformance('A pair of stores', async (): Promise<StoreStage> => {
  const { folder, first, second, open } = await twoFolders()
  return {
    store: twoStores(first, second),
    again: () => twoStores(open('first'), open('second')),
    // In both: one alone is made up for by the other.
    damage: async (sha256) => {
      for (const store of [first, second]) {
        const path = await store.file(sha256)
        const content = await readFile(path)
        content[content.length >> 1] = 0xff
        await writeFile(path, content)
      }
    },
    pass: async () => {
      const hourAgo = Date.now() / 1000 - 3600
      for (const path of await filesIn(folder)) await utimes(path, hourAgo, hourAgo)
      return new Date(Date.now() - 1_800_000)
    },
    count: async () =>
      (await filesIn(folder)).filter((path) => /\/first\/([0-9a-f]{2}|incoming)\//.test(path)).length,
  }
})

const text = (content: Uint8Array) => Buffer.from(content).toString()
const away = (): never => {
  throw new StoreUnavailable('the store is away')
}

test('what is written is in both before it counts as stored', async () => {
  const { first, second } = await twoFolders()
  const both = twoStores(first, second)
  const staged = await both.stage(Buffer.from('staged'))
  await staged.keep()
  const written = await both.write(Buffer.from('written'))
  const longer = await both.append(written.sha256, Buffer.from(' and more'))
  for (const store of [first, second])
    for (const { sha256 } of [staged, written, longer]) expect(await store.has(sha256)).toBe(true)
  const half = twoStores(first, { ...second, write: away })
  await expect(half.write(Buffer.from('not in both'))).rejects.toBeInstanceOf(StoreUnavailable)
  const unkept = await half.stage(Buffer.from('not kept'))
  await expect(unkept.keep()).rejects.toBeInstanceOf(StoreUnavailable)
  expect(await first.has(unkept.sha256)).toBe(false)
})

test('what only one of them has, or gives undamaged, is read from there, and continued', async () => {
  const { first, second } = await twoFolders()
  const both = twoStores(first, second)
  const old = await second.write(Buffer.from('only in the second'))
  expect(text(await both.read(old.sha256))).toBe('only in the second')
  expect((await buffer(await both.stream(old.sha256))).toString()).toBe('only in the second')
  const longer = await both.append(old.sha256, Buffer.from('!'))
  expect(text(await first.read(longer.sha256))).toBe('only in the second!')
  const rotten = await both.write(Buffer.from('rots in the first'))
  await writeFile(await first.file(rotten.sha256), 'rots in the FIRST')
  const fresh = twoStores({ ...first, read: () => Promise.reject(new ContentDamaged('it rotted')) }, second)
  expect(text(await fresh.read(rotten.sha256))).toBe('rots in the first')
})

test('where one is away and the other has nothing, the reason is not that it is missing', async () => {
  const { first, second } = await twoFolders()
  const { sha256 } = await first.write(Buffer.from('only in the first'))
  const unreachable: DocumentStore = { ...first, read: async () => away() }
  await expect(twoStores(unreachable, second).read(sha256)).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(twoStores(second, unreachable).read(sha256)).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(twoStores(second, second).read(sha256)).rejects.toBeInstanceOf(ContentMissing)
})

test('both have to name the same installation', async () => {
  const { first, second } = await twoFolders()
  const both = twoStores(first, second)
  await both.writeNote('installation', 'one')
  expect(await both.readNote('installation')).toBe('one')
  await second.writeNote('installation', 'another')
  expect(await both.readNote('installation')).toBe('one and another')
  await second.removeNote('installation')
  expect(await both.readNote('installation')).toBeNull()
})
