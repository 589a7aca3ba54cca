import { mkdtemp, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { testFolder } from '#api/platform/db/embedded/test-folder.ts'
import { sharedS3Server } from '#api/testing/s3/s3-server.ts'
import { type DocumentStores, openDocumentStores } from './open-document-stores.ts'

const folders: string[] = []
const opened: DocumentStores[] = []
afterEach(async () => {
  for (const stores of opened.splice(0)) stores.close()
  vi.useRealTimers()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

test('the copy of a validated file that another node has deleted is gone a quarter of an hour later', async () => {
  const s3 = await (await sharedS3Server()).bucket()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const openNode = async () => {
    const folder = await mkdtemp(join(testFolder(), 'countersign-node-'))
    folders.push(folder)
    const stores = await openDocumentStores({ kinds: ['s3'], s3, cacheSize: 1e9 }, folder)
    opened.push(stores)
    return stores.validations
  }
  const [one, other] = [await openNode(), await openNode()]
  const { sha256 } = await one.write(Buffer.from('a signed contract'))
  const copy = await other.file(sha256)
  await one.remove(sha256)
  const tenMinutesAgo = Date.now() / 1000 - 601
  await utimes(copy, tenMinutesAgo, tenMinutesAgo)
  vi.advanceTimersByTime(5 * 60_000)
  await vi.waitFor(async () => expect(await stat(copy).catch(() => null)).toBeNull())
})
