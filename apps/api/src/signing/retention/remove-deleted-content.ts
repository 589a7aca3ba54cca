import type { Context } from '#api/providers/context.ts'
import { pageImagesIn, removeImagesOf } from '#api/documents/documents/pages/image-cache.ts'
import { isContentInUse } from '#api/documents/documents/deletion/content-repository.ts'

// An upload is written before anything refers to it; the longest takes ten minutes.
const beingWritten = 3_600_000

/**
 * The job that removes the files of what was deleted, where nothing else has the same content, and the images of its pages.
 * What was written again only now is someone's upload, or goes with the next sweep.
 */
export async function removeDeletedContent(context: Context, hashes: readonly string[]): Promise<void> {
  const before = new Date(context.now().getTime() - beingWritten)
  for (const sha256 of hashes) {
    if (await isContentInUse(context.db, sha256)) continue
    await context.documentStore.removeUnlessNew(sha256, before)
    await removeImagesOf(pageImagesIn(context.config), sha256)
  }
}
