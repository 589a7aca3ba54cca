import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { type Bucket, openBucket } from '#api/providers/document-store/s3/bucket.ts'
import { createS3Client } from '#api/providers/document-store/s3/client.ts'
import { partSize } from '#api/providers/document-store/s3/multipart-upload.ts'
import { type S3Server, sharedS3Server, startS3Server } from '#api/testing/s3/s3-server.ts'
import { backupTargetConformance } from './conformance.ts'
import { BackupTargetUnavailable } from './port.ts'
import { s3BackupTarget } from './s3.ts'

const servers: S3Server[] = []
afterAll(async () => {
  for (const server of servers) await server.stop()
})

async function aBucket(): Promise<Bucket> {
  const settings = await (await sharedS3Server()).bucket({ prefix: 'countersign/' })
  return openBucket(createS3Client(settings), settings, '')
}

async function* inPieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size)
}

backupTargetConformance(async () => s3BackupTarget(await aBucket()))

test('a large file goes up in parts, whatever the size of its pieces, and comes back as it was', async () => {
  const target = s3BackupTarget(await aBucket())
  for (const size of [partSize, 2 * partSize, 2 * partSize + 12_345]) {
    const content = randomBytes(size)
    await target.write('backups/one/part', inPieces(content, 300_001))
    expect(content.equals(await buffer(await target.read('backups/one/part')))).toBe(true)
  }
})

test('a large file whose source breaks off leaves no part, and the file that was there before stays', async () => {
  const bucket = await aBucket()
  const target = s3BackupTarget(bucket)
  await target.write('backups/one/part', inPieces(Buffer.from('whole'), 2))
  async function* broken(): AsyncGenerator<Buffer> {
    yield* inPieces(randomBytes(2 * partSize + 1), partSize)
    throw new Error('the source ended early')
  }
  await expect(target.write('backups/one/part', broken())).rejects.toThrow('the source ended early')
  expect((await buffer(await target.read('backups/one/part'))).toString()).toBe('whole')
  const left: string[] = []
  for await (const { key } of bucket.listUnfinished('')) left.push(key)
  expect(left).toEqual([])
})

test('a folder of more names than the server gives at once is listed whole', async () => {
  const target = s3BackupTarget(await aBucket())
  const names = Array.from({ length: 120 }, (_, n) => `n${n}`)
  for (let at = 0; at < names.length; at += 60)
    await Promise.all(
      names
        .slice(at, at + 60)
        .map((name) => target.write(`documents/${name}`, inPieces(Buffer.from('x'), 1))),
    )
  expect((await target.list('documents')).toSorted()).toEqual(names.toSorted())
}, 120_000)

test('a server that is away, and one that refuses, are reported as a target that is unavailable', async () => {
  const server = await startS3Server()
  servers.push(server)
  const settings = await server.bucket()
  const refused = {
    ...settings,
    credentials: { accessKeyId: 'test:countersign', secretAccessKey: 'another' },
  }
  const target = s3BackupTarget(openBucket(createS3Client(refused), refused, ''))
  await expect(target.write('a', inPieces(Buffer.from('x'), 1))).rejects.toThrow(BackupTargetUnavailable)
  await server.kill()
  const away = s3BackupTarget(openBucket(createS3Client(settings), settings, ''))
  await expect(away.list('backups')).rejects.toThrow(BackupTargetUnavailable)
}, 60_000)
