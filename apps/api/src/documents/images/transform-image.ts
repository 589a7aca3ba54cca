import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Context } from '#api/providers/context.ts'
import { openImageCache } from '#api/documents/documents/pages/image-cache.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { OverLimit, type Task, TaskFailed } from '#api/platform/threads/task.ts'
import type { ImageOrder } from './transform-thread.ts'

export interface TransformedImage {
  readonly contentType: string
  readonly content: Uint8Array
  readonly etag: string
}

/** Reads an image of our own by its path on this site; null where there is none. */
export type ReadOwnImage = (path: string) => Promise<Uint8Array | null>

const transformTask: Task<ImageOrder & { bytes: Uint8Array }, Promise<Uint8Array>> = {
  module: new URL('./transform-thread.ts', import.meta.url),
  name: 'transform',
}
const cacheBytes = 100 * 1024 * 1024
const timeLimit = 5000

/** Images of this site only: the source is a path that the site itself serves, never an address to be fetched. */
export function openImageTransformer(context: Context, readOwnImage: ReadOwnImage) {
  const cache = openImageCache(join(context.config.dataDirectory, 'images'), cacheBytes)

  return async (source: string, order: ImageOrder): Promise<TransformedImage> => {
    const bytes = await readOwnImage(source)
    if (!bytes) throw new Refusal('not_found')
    const key = createHash('sha256').update(bytes).update(JSON.stringify(order)).digest('hex')
    const kept = await cache.read(key)
    const content = kept ?? (await transform(context, bytes, order))
    if (!kept)
      await cache.write(key, content).catch((error: unknown) => {
        context.log.warn({ err: error }, 'a resized image could not be kept')
      })
    return { contentType: `image/${order.format}`, content, etag: key.slice(0, 32) }
  }
}

async function transform(context: Context, bytes: Uint8Array, order: ImageOrder): Promise<Uint8Array> {
  try {
    return await context.threads.render.run(transformTask, { ...order, bytes }, { timeLimit })
  } catch (error) {
    if (error instanceof TaskFailed || error instanceof OverLimit)
      throw new Refusal('image.invalid', { cause: error })
    throw error
  }
}
