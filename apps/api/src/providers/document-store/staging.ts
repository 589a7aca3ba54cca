import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fillFrom, hashFile, requireSame } from './content.ts'
import {
  ContentMissing,
  type DocumentStore,
  type StagedContent,
  type StoredContent,
  StoreFull,
} from './port.ts'

export interface StagingOptions {
  /** The folder of files that are coming in. */
  readonly folder: string
  /** Makes a staged file content of the store: it is gone from the folder then. */
  publish(path: string, content: StoredContent): Promise<unknown>
}

export interface Staging {
  readonly stage: DocumentStore['stage']
  /** The content of `base`, a local file with the hash `sha256`, and then `tail`. */
  append(base: string, sha256: string, tail: Uint8Array): Promise<StoredContent>
}

/** Content comes in as a local file beside the others; kept, it becomes part of the store. */
export function openStaging({ folder, publish }: StagingOptions): Staging {
  async function prepare(
    fill: (file: FileHandle, path: string) => Promise<StoredContent>,
  ): Promise<StagedContent> {
    const path = join(folder, randomUUID())
    const discard = () => rm(path, { force: true })
    const orDiscard = async (error: unknown): Promise<never> => {
      await discard()
      throw asStoreError(error)
    }
    const filled = async () => {
      await mkdir(folder, { recursive: true })
      const file = await open(path, 'wx+', 0o600)
      try {
        return await fill(file, path)
      } finally {
        await file.close()
      }
    }
    const content = await filled().catch(orDiscard)
    // Also where the content is there already: one that rotted is healed by this.
    const keep = () => publish(path, content).then(() => content, orDiscard)
    return { ...content, file: path, keep, discard }
  }
  return {
    stage: (content, limit = Infinity) => prepare((file) => fillFrom(content, file, limit)),
    append: async (base, sha256, tail) => {
      const longer = await prepare(async (file, path) => {
        // Where the file system can, the copy shares its blocks with the original and costs nothing.
        await copyFile(base, path, constants.COPYFILE_FICLONE)
        const hash = createHash('sha256')
        const size = await hashFile(path, hash)
        requireSame(hash.copy().digest('hex'), sha256)
        for (let at = 0; at < tail.byteLength;)
          at += (await file.write(tail, at, tail.byteLength - at, size + at)).bytesWritten
        return { sha256: hash.update(tail).digest('hex'), size: size + tail.byteLength }
      })
      return longer.keep()
    },
  }
}

/** What the file system says, in the store's words. */
export function asStoreError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return new ContentMissing('The content is not stored', { cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StoreFull('No room is left', { cause: error })
  return error
}
