import type { Context } from '#api/context.ts'
import { isContentInUse } from './content-repository.ts'
import { pageImagesIn, removeImagesOf } from './image-cache.ts'

const day = 24 * 60 * 60_000

/**
 * Acts that were cut short leave content that nothing has. It goes after a day: by then whoever wrote it has made a
 * document or an attachment of it, or never will. The images of its pages go with it.
 */
export function removeUnusedContent(context: Context): Promise<number> {
  const before = new Date(context.now().getTime() - day)
  return context.documentStore.sweep(before, async (sha256) => {
    if (await isContentInUse(context.db, sha256)) return true
    await removeImagesOf(pageImagesIn(context.config), sha256)
    return false
  })
}
