import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { S3Settings } from '#api/platform/settings/document-store.ts'
import { testFolder } from '#api/platform/db/embedded/test-folder.ts'
import type { StoreStage } from '#api/providers/document-store/conformance.ts'
import { type Bucket, openBucket } from '#api/providers/document-store/s3/bucket.ts'
import { createS3Client } from '#api/providers/document-store/s3/client.ts'
import { type LocalCopies, openLocalCopies } from '#api/providers/document-store/s3/local-copies.ts'
import { s3DocumentStore } from '#api/providers/document-store/s3/s3.ts'

export interface S3Stage extends StoreStage {
  readonly bucket: Bucket
  readonly copies: LocalCopies
  readonly folder: string
}

const day = 86_400_000

/** A store on a bucket; each other one on it has local copies of its own, as on another machine. */
export async function s3Stage(
  settings: S3Settings,
  onFolder: (folder: string) => void,
  { trash = true, limit = 1_000_000_000 } = {},
): Promise<S3Stage> {
  const folder = await mkdtemp(join(testFolder(), 'countersign-copies-'))
  onFolder(folder)
  const bucket = openBucket(createS3Client(settings), settings, 'documents/')
  let machines = 0
  const open = () => {
    machines += 1
    const copies = openLocalCopies({ folder: join(folder, String(machines)), limit, keepUnused: 7 * day })
    copies.close()
    return { copies, store: s3DocumentStore(bucket, copies, { trash }) }
  }
  const { store, copies } = open()
  return {
    store,
    copies,
    bucket,
    folder: join(folder, '1'),
    again: () => open().store,
    damage: async (sha256) => {
      const content = await store.read(sha256)
      const damaged = Buffer.from(content)
      damaged[damaged.length >> 1] = 0xff
      await bucket.put(`content/${sha256}`, damaged)
    },
    pass: () => passTime(bucket),
    count: async () => {
      let count = 0
      for await (const { key } of bucket.list('')) if (/^(content|incoming)\//.test(key)) count += 1
      for await (const _ of bucket.listUnfinished('')) count += 1
      return count
    },
  }
}

/** By the server's clock, whose times of objects may be whole seconds. */
export async function passTime(bucket: Bucket): Promise<Date> {
  const now = async () => {
    await bucket.put('clock', new Uint8Array(1))
    const times = [(await bucket.head('clock'))?.modifiedAt.getTime() ?? 0]
    for await (const { modifiedAt } of bucket.list('clock')) times.push(modifiedAt.getTime())
    return { first: Math.min(...times), last: Math.max(...times) }
  }
  const { last } = await now()
  await vi.waitFor(async () => expect((await now()).first).toBeGreaterThanOrEqual(last + 2000), {
    timeout: 30_000,
    interval: 200,
  })
  return new Date(last + 1000)
}
