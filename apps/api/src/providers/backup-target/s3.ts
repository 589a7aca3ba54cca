import { StoreFull, StoreUnavailable } from '#api/providers/document-store/port.ts'
import type { Bucket } from '#api/providers/document-store/s3/bucket.ts'
import { abandonedAfter, checkName } from './names.ts'
import { BackupFileMissing, type BackupTarget, BackupTargetFull, BackupTargetUnavailable } from './port.ts'

/** Backups in a bucket of S3 or of any store that speaks its protocol. What is written is there once it is whole. */
export function s3BackupTarget(bucket: Bucket): BackupTarget {
  let cleaned: Promise<void> | undefined
  return {
    where: bucket.whereIs('').replace(/\/$/, ''),
    write: async (name, content) => {
      const key = checkName(name)
      await inWords(bucket.putStream(key, content))
      // Beside the work: nothing waits for it, and it is tried again by the next process.
      cleaned ??= removeAbandoned(bucket).catch(() => {})
    },
    read: async (name) => {
      const content = await inWords(bucket.get(checkName(name)))
      if (!content) throw new BackupFileMissing(`${bucket.whereIs(name)} is not there`)
      return content
    },
    has: async (name) => (await inWords(bucket.head(checkName(name)))) !== null,
    list: async (folder) => {
      const names: string[] = []
      const listing = async () => {
        for await (const name of bucket.listNames(`${checkName(folder)}/`)) names.push(name)
      }
      await inWords(listing())
      return names
    },
    remove: async (name) => inWords(bucket.remove(checkName(name))),
  }
}

async function removeAbandoned(bucket: Bucket): Promise<void> {
  for await (const upload of bucket.listUnfinished(''))
    if (Date.now() - upload.begunAt.getTime() > abandonedAfter) await bucket.abort(upload)
}

async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StoreFull) throw new BackupTargetFull(error.message, { cause: error })
    if (error instanceof StoreUnavailable) throw new BackupTargetUnavailable(error.message, { cause: error })
    throw error
  }
}
