import type { DocumentTags, PageText } from '@countersign/contract/documents.ts'
import type { Context } from '#api/context.ts'
import type { PageSize } from '#api/db/tables.ts'
import { Refusal } from '#api/refusal.ts'
import type { Task } from '#api/threads/task.ts'
import { openImageCache, pageImagesIn } from './image-cache.ts'
import { pixelsOf } from './page-pixels.ts'
import { refuseThreadError } from './refuse-thread-error.ts'
import { findDocumentTags, readPageText, renderPageImage } from './tasks.ts'

interface Content {
  readonly sha256: string
}

export interface Pages {
  /** WebP. Rendered once for all who ask at the same time, and kept on disk. */
  image(document: Content, page: PageSize, scale: number): Promise<Uint8Array>
  text(document: Content, page: PageSize): Promise<PageText>
  /** Where the document says itself who signs. */
  tags(document: Content & { readonly pages: readonly PageSize[] }): Promise<DocumentTags>
}

const cacheLimit = 1024 * 1024 * 1024
const timeLimit = 10_000
/** What took too much is not tried again for a while, or a single page could keep every thread busy. */
const refusedFor = 10 * 60_000
const refusedAtMost = 1000
/** Tags of so many documents are remembered: composing asks for them each time it opens. */
const tagsAtMost = 500

/** The images and texts of pages. */
export function openPages(context: Context): Pages {
  const cache = openImageCache(pageImagesIn(context.config), cacheLimit)
  const running = new Map<string, Promise<unknown>>()
  const refused = new Map<string, number>()
  const tags = new Map<string, DocumentTags>()

  /** Everybody who asks while it is being made gets the same. */
  function shared<Result>(key: string, make: () => Promise<Result>): Promise<Result> {
    const found = running.get(key)
    if (found) return found as Promise<Result>
    const made = make().finally(() => running.delete(key))
    running.set(key, made)
    return made
  }

  async function run<Output>(
    task: Task<{ file: string; sha256: string; page: number; width: number; height: number }, Output>,
    { sha256 }: Content,
    page: PageSize,
    size: { width: number; height: number },
  ): Promise<Output> {
    const key = `${sha256}-${page.index}`
    if ((refused.get(key) ?? 0) > Date.now()) throw new Refusal('document.too_complex')
    try {
      const file = await context.documentStore.file(sha256)
      const input = { file, sha256, page: page.index, ...size }
      return await context.threads.render.run(task, input, { timeLimit })
    } catch (error) {
      const refusal = refuseThreadError(context.log, error, 'document.too_complex')
      if (refusal instanceof Refusal && refusal.key === 'document.too_complex') {
        refused.set(key, Date.now() + refusedFor)
        for (const oldest of refused.keys()) if (refused.size > refusedAtMost) refused.delete(oldest)
      }
      throw refusal
    }
  }

  return {
    image: (document, page, scale) => {
      const size = pixelsOf(page, scale)
      const key = `${document.sha256}-${page.index}-${size.width}x${size.height}.webp`
      return shared(key, async () => {
        const cached = await cache.read(key)
        if (cached) return cached
        const image = await run(renderPageImage, document, page, size)
        await cache.write(key, image).catch((error: unknown) => {
          context.log.warn({ err: error }, 'a page image could not be kept')
        })
        return image
      })
    },
    text: (document, page) =>
      shared(`${document.sha256}-${page.index}-text`, () =>
        run(readPageText, document, page, { width: page.width, height: page.height }),
      ),
    tags: ({ sha256, pages }) =>
      shared(`${sha256}-tags`, async () => {
        const known = tags.get(sha256)
        if (known) return known
        const file = await context.documentStore.file(sha256)
        const found = await context.threads.render
          .run(findDocumentTags, { file, sha256, pages }, { timeLimit })
          .catch((error: unknown) => {
            throw refuseThreadError(context.log, error, 'document.too_complex')
          })
        tags.set(sha256, found)
        for (const oldest of tags.keys()) if (tags.size > tagsAtMost) tags.delete(oldest)
        return found
      }),
  }
}
