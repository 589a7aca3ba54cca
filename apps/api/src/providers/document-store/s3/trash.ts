import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { StoredContent } from '../port.ts'
import type { Bucket, StoredObject } from './bucket.ts'
import { keyOf, trashPrefix } from './keys.ts'

/** Removed content, for a while. When it came in is the time of its object. */
export interface Trash {
  put(sha256: string): Promise<void>
  get(sha256: string): Promise<Readable | null>
  putFile(path: string, content: StoredContent): Promise<void>
  /** Copies content back to its place; false where it isn't in the trash. */
  takeOut(sha256: string): Promise<boolean>
  empty(before: Date, isUsed: (sha256: string) => Promise<boolean>): Promise<number>
  count(before: Date): Promise<number>
  list(): AsyncIterable<StoredContent>
}

/**
 * S3 moves nothing: it copies and deletes. So that two at once can't delete the last copy, each removal makes an object of
 * its own, and only `empty` deletes any, after it has made sure that what is used is in its place.
 */
export function openTrash(bucket: Bucket): Trash {
  const folderOf = (sha256: string) => `${trashPrefix}${sha256}/`
  const newKey = (sha256: string) => `${folderOf(sha256)}${randomUUID()}`
  const hashOf = ({ key }: StoredObject) => key.slice(trashPrefix.length).split('/')[0] ?? ''

  return {
    put: async (sha256) => {
      if (await bucket.copy(keyOf(sha256), newKey(sha256))) await bucket.remove(keyOf(sha256))
    },
    get: async (sha256) => {
      for await (const { key } of bucket.list(folderOf(sha256))) {
        const body = await bucket.get(key)
        if (body) return body
      }
      return null
    },
    putFile: (path, content) => bucket.putFile(newKey(content.sha256), path, content),
    takeOut: async (sha256) => {
      for await (const { key } of bucket.list(folderOf(sha256)))
        if (await bucket.copy(key, keyOf(sha256))) return true
      return false
    },
    empty: async (before, isUsed) => {
      let deleted = 0
      for await (const object of bucket.list(trashPrefix)) {
        if (object.modifiedAt >= before) continue
        const sha256 = hashOf(object)
        const isStillUsed = await isUsed(sha256)
        if (isStillUsed && (await bucket.head(keyOf(sha256))) === null)
          await bucket.copy(object.key, keyOf(sha256))
        await bucket.remove(object.key)
        if (!isStillUsed) deleted += 1
      }
      return deleted
    },
    count: async (before) => {
      const hashes = new Set<string>()
      for await (const object of bucket.list(trashPrefix))
        if (object.modifiedAt < before) hashes.add(hashOf(object))
      return hashes.size
    },
    list: async function* () {
      let last = ''
      for await (const object of bucket.list(trashPrefix)) {
        const sha256 = hashOf(object)
        if (sha256 !== last) yield { sha256, size: object.size }
        last = sha256
      }
    },
  }
}
