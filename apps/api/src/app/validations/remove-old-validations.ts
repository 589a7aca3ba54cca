import type { Context } from '#api/providers/context.ts'
import { removeImagesBefore } from '#api/documents/documents/pages/image-cache.ts'
import { revisionImagesIn } from '#api/documents/documents/pages/pages.ts'
import { isContentReferenced, removeOld } from './repository.ts'
import { retentionPeriod } from './validation.ts'

/** The job that deletes what was kept long enough, and files that nothing refers to. */
export async function removeOldValidations(context: Context): Promise<number> {
  const now = context.now()
  await removeOld(context.db, now)
  const before = new Date(now.getTime() - retentionPeriod)
  const removed = await context.validationStore.sweep(before, (sha256) =>
    isContentReferenced(context.db, sha256),
  )
  await removeImagesBefore(revisionImagesIn(context.config), before)
  return removed
}

/** Removes a file, unless someone else has uploaded the same one. */
export async function removeContent(context: Context, sha256: string): Promise<void> {
  if (!(await isContentReferenced(context.db, sha256))) await context.validationStore.remove(sha256)
}
