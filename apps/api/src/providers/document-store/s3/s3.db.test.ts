import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CreateMultipartUploadCommand, HeadObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { S3Settings } from '#api/platform/settings/document-store.ts'
import { testFolder } from '#api/platform/db/embedded/test-folder.ts'
import { type S3Server, sharedS3Server, startS3Server } from '#api/testing/s3/s3-server.ts'
import { type S3Stage, s3Stage } from '#api/testing/s3/s3-stage.ts'
import { documentStoreConformance } from '../conformance.ts'
import { ContentMissing, StoreUnavailable } from '../port.ts'
import { openBucket } from './bucket.ts'
import { createS3Client } from './client.ts'
import { openLocalCopies } from './local-copies.ts'
import { s3DocumentStore } from './s3.ts'
import { partSize } from './multipart-upload.ts'

const folders: string[] = []
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function stage(change?: Partial<S3Settings>, server?: S3Server, trash = true): Promise<S3Stage> {
  const from = server ?? (await sharedS3Server())
  return s3Stage(await from.bucket(change), (folder) => folders.push(folder), { trash })
}
async function keysOf({ bucket }: S3Stage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of bucket.list('')) keys.push(key)
  return keys
}
const hourAgo = Date.now() / 1000 - 3600

documentStoreConformance('A bucket of S3', () => stage())

test('a large file goes up in parts and comes back as it was', async () => {
  const large = await stage()
  const content = Buffer.alloc(partSize * 2 + 12_345, 'a long contract, ')
  const stored = await large.store.write(content)
  expect(await large.bucket.head(`content/${stored.sha256}`)).toMatchObject({ size: content.byteLength })
  expect(await large.count()).toBe(1)
  expect(content.equals(await buffer(await large.again().stream(stored.sha256)))).toBe(true)
  await large.store.remove(stored.sha256)
  expect(content.equals(await large.again().read(stored.sha256))).toBe(true)
})

test('an upload that a killed process left half done is deleted by the clean-up, once it is old', async () => {
  const settings = await (await sharedS3Server()).bucket()
  const left = await s3Stage(settings, (folder) => folders.push(folder))
  const client = createS3Client(settings)
  closing.push(() => client.destroy())
  const at = { Bucket: settings.bucket, Key: 'documents/content/half' }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at))
  await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: Buffer.alloc(partSize) }))
  expect(await left.count()).toBe(1)
  expect(await left.store.sweep(new Date(Date.now() - 86_400_000), async () => false)).toBe(0)
  expect(await left.count()).toBe(1)
  expect(await left.store.sweep(await left.pass(), async () => false)).toBe(1)
  expect(await left.count()).toBe(0)
})

test('a store without a trash keeps nothing of what was removed, neither there nor here', async () => {
  const brief = await stage({}, undefined, false)
  const { sha256 } = await brief.store.write(Buffer.from('for an hour'))
  await brief.store.remove(sha256)
  await expect(brief.store.read(sha256)).rejects.toBeInstanceOf(ContentMissing)
  expect(await keysOf(brief)).toEqual([])
})

test('the store encrypts what it is given where the settings say so', async () => {
  const encrypted = await stage({ encryption: 'AES256' })
  const { sha256 } = await encrypted.store.write(Buffer.from('encrypted at rest'))
  expect((await encrypted.again().read(sha256)).byteLength).toBe(17)
  // This server has no key service. It says so, and we don't store without.
  const refused = await stage({ encryption: { keyId: 'a-key' } })
  await expect(refused.store.write(Buffer.from('not without'))).rejects.toBeInstanceOf(StoreUnavailable)
  expect(await refused.count()).toBe(0)
})

test('the probe writes, reads and leaves nothing', async () => {
  const probed = await stage()
  await probed.store.probe()
  expect(await keysOf(probed)).toEqual([])
})

test('a wrong key, a bucket that is not there and a prefix of its own', async () => {
  const server = await sharedS3Server()
  const settings = await server.bucket({ prefix: 'one/' })
  const open = (change: Partial<S3Settings>) => {
    const client = createS3Client({ ...settings, ...change })
    closing.push(() => client.destroy())
    return openBucket(client, { ...settings, ...change }, '')
  }
  const wrong = open({ credentials: { accessKeyId: 'test:countersign', secretAccessKey: 'hunter2-secret' } })
  const refusal = await wrong.put('a', Buffer.from('x')).catch((error: Error) => error)
  expect(refusal).toBeInstanceOf(StoreUnavailable)
  expect(JSON.stringify([String(refusal), refusal])).not.toMatch(/hunter2|Signature=|AWS4/)
  await expect(open({ bucket: 'no-such-bucket' }).requireThere()).rejects.toThrow(
    'There is no bucket for s3://no-such-bucket',
  )
  await open({}).put('a', Buffer.from('in one'))
  expect(await open({ prefix: 'two/' }).getText('a')).toBeNull()
  expect(await open({ prefix: '' }).getText('one/a')).toBe('in one')
})

test('the server is given the SHA-256 of what it stores, and refuses what arrives damaged', async () => {
  const settings = await (await sharedS3Server()).bucket()
  const proxy = await damagingProxy(settings.endpoint ?? '', 'a contract', 'a contrakt')
  const far = await s3Stage({ ...settings, endpoint: proxy }, (folder) => folders.push(folder))
  await expect(far.store.write(Buffer.from('this is a contract'))).rejects.toBeInstanceOf(StoreUnavailable)
  expect(await far.count()).toBe(0)
  const { sha256 } = await far.store.write(Buffer.from('this is undamaged'))
  const client = createS3Client(settings)
  closing.push(() => client.destroy())
  const at = { Bucket: settings.bucket, Key: `documents/content/${sha256}` }
  expect((await client.send(new HeadObjectCommand(at))).ContentLength).toBe(17)
})

test('while the store is away nothing is kept, what was read lately is still there, and afterwards all is', async () => {
  const server = await startS3Server()
  closing.push(() => server.stop())
  const down = await stage({}, server)
  const [read, unread] = [Buffer.from('was read'), Buffer.from('was not read')]
  const known = await down.store.write(read)
  const other = down.again()
  await other.read(known.sha256)
  const unknown = await down.store.write(unread)
  const staged = await down.store.stage(Buffer.from('came in before'))
  await server.kill()
  await expect(down.store.write(Buffer.from('came in meanwhile'))).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(down.store.probe()).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(other.read(unknown.sha256)).rejects.toBeInstanceOf(StoreUnavailable)
  expect(read.equals(await buffer(await other.stream(known.sha256)))).toBe(true)
  await server.start()
  await staged.keep()
  expect(unread.equals(await other.read(unknown.sha256))).toBe(true)
  expect(await other.has(staged.sha256)).toBe(true)
})

test('local copies survive a restart and are shared; one that rotted is fetched again', async () => {
  const { bucket, folder, store, copies } = await stage()
  const content = Buffer.alloc(100_000, 'local')
  const { sha256 } = await store.write(content)
  const path = (await copies.find(sha256)) ?? ''
  const restarted = () => {
    const opened = openLocalCopies({ folder, limit: 1e9, keepUnused: 1e9 })
    opened.close()
    return s3DocumentStore(
      { ...bucket, get: () => Promise.reject(new Error('not from the server')) },
      opened,
      {
        trash: true,
      },
    )
  }
  expect(await restarted().file(sha256)).toBe(path)
  expect(content.equals(await restarted().read(sha256))).toBe(true)
  await writeFile(path, Buffer.alloc(100_000, 'rotten'))
  await expect(restarted().read(sha256)).rejects.toThrow('not from the server')
  for (const read of [
    async () => readFile(await store.file(sha256)),
    async () => buffer(await store.stream(sha256)),
  ]) {
    await writeFile(path, Buffer.alloc(100_000, 'rotten'))
    await utimes(path, hourAgo, hourAgo)
    expect(content.equals(await read())).toBe(true)
  }
})

test('local copies stay within their size: the least recently used go, not those in use', async () => {
  const folder = await mkdtemp(join(testFolder(), 'countersign-copies-'))
  folders.push(folder)
  const copies = openLocalCopies({ folder, limit: 100_000, keepUnused: 86_400_000 })
  closing.push(() => copies.close())
  const { store } = await stage()
  const hashes: string[] = []
  for (let n = 0; n < 6; n += 1) {
    const staged = await store.stage(Buffer.alloc(30_000, n))
    const path = await copies.keep(staged.file, staged.sha256)
    // The first was used most recently of those that nobody uses now; the last two are in use.
    const usedAt = Date.now() / 1000 - 3600 + (n === 0 ? 100 : n)
    if (n < 4) await utimes(path, usedAt, usedAt)
    hashes.push(staged.sha256)
  }
  await copies.trim()
  const left = async () => (await Promise.all(hashes.map((sha256) => copies.find(sha256)))).map(Boolean)
  expect(await left()).toEqual([true, false, false, false, true, true])
  const brief = openLocalCopies({ folder, limit: 100_000, keepUnused: 1000 })
  closing.push(() => brief.close())
  for (const sha256 of hashes.slice(0, 5)) {
    const path = await copies.find(sha256)
    if (path) await utimes(path, hourAgo, hourAgo)
  }
  await brief.trim()
  expect(await left()).toEqual([false, false, false, false, false, true])
  expect(await readdir(join(folder, 'incoming')).catch(() => [])).toEqual([])
})

/** Passes on what comes and goes, but for some words that arrive as others. */
async function damagingProxy(endpoint: string, words: string, damaged: string): Promise<string> {
  const { port, hostname } = new URL(endpoint)
  const sockets = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    near.on('data', (piece) =>
      far.write(Buffer.from(piece.toString('latin1').replace(words, damaged), 'latin1')),
    )
    far.pipe(near)
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
