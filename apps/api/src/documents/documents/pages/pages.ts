import { join } from 'node:path'
import type { DocumentTags, PageText } from '@countersign/contract/documents.ts'
import type { Config } from '#api/platform/settings/config.ts'
import type { Context } from '#api/providers/context.ts'
import type { PageSize } from '#api/platform/db/tables.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { currentCaller } from '#api/platform/threads/caller.ts'
import { SharedWork } from '#api/platform/threads/shared-work.ts'
import { OverLimit, type RunOptions, type Task } from '#api/platform/threads/task.ts'
import { type ImageCache, openImageCache, pageImagesIn, removeImagesRegularly } from './image-cache.ts'
import { pixelsOf } from './page-pixels.ts'
import { refuseThreadError } from '../refuse-thread-error.ts'
import { RefusedPages } from './refused-pages.ts'
import { findDocumentTags, readPageText, renderPageImage } from '../tasks.ts'

interface Content {
  readonly sha256: string
}

/** A revision of a validated file: the file's first bytes. */
export interface Revision extends Content {
  readonly file: string
  readonly size: number
}

export interface Pages {
  /** WebP. Rendered once for a caller that asks several times, and kept on disk. */
  image(document: Content, page: PageSize, scale: number): Promise<Uint8Array>
  text(document: Content, page: PageSize): Promise<PageText>
  /** The same of a file that is validated, as it was in a revision. */
  revisionImage(revision: Revision, page: PageSize, scale: number): Promise<Uint8Array>
  /** Where the document says itself who signs. */
  tags(document: Content & { readonly pages: readonly PageSize[] }): Promise<DocumentTags>
}

const cacheLimit = 1024 * 1024 * 1024
const revisionCacheLimit = 128 * 1024 * 1024
const timeLimit = 10_000
const hour = 3_600_000
/** Tags of so many documents are remembered: composing asks for them each time it opens. */
const tagsAtMost = 500
/** In place of a page's index: the search for tags, which reads all pages. */
const search = -1

const opened = new WeakMap<Context['threads'], Pages>()

/** The images and texts of pages, with all that is known of them in this process. */
export function pagesOf(context: Context): Pages {
  const known = opened.get(context.threads)
  if (known) return known
  const pages = openPages(context)
  opened.set(context.threads, pages)
  removeOldImages(context)
  return pages
}

/** What is deleted on one node is an image on another for so long at most. Validated files are promised to go after an hour. */
function removeOldImages({ config, log, now }: Context): void {
  const onError = (error: unknown) => log.warn({ err: error }, 'old page images could not be removed')
  removeImagesRegularly(pageImagesIn(config), { keptFor: 24 * hour, every: hour, now, onError })
  removeImagesRegularly(revisionImagesIn(config), { keptFor: hour, every: hour / 12, now, onError })
}

/** Where the images of validated files are kept, as long as those are. */
export function revisionImagesIn({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'cache', 'revisions')
}

export function openPages(context: Context): Pages {
  const cache = openImageCache(pageImagesIn(context.config), cacheLimit)
  const revisionCache = openImageCache(revisionImagesIn(context.config), revisionCacheLimit)
  const work = new SharedWork()
  const tags = new Map<string, DocumentTags>()
  const guarded = guardPages(context)
  const render = renderBy(context, guarded)
  const fileOf = ({ sha256 }: Content) => context.documentStore.file(sha256)

  function image(cache: ImageCache, from: PageSource, page: PageSize, scale: number): Promise<Uint8Array> {
    const size = pixelsOf(page, scale)
    const key = `${from.sha256}-${page.index}-${size.width}x${size.height}.webp`
    return work.run(key, async () => {
      const cached = await cache.read(key)
      if (cached) return cached
      const made = await render(renderPageImage, from, page, size)
      await cache.write(key, made).catch((error: unknown) => {
        context.log.warn({ err: error }, 'a page image could not be kept')
      })
      return made
    })
  }

  return {
    image: (document, page, scale) =>
      image(cache, { sha256: document.sha256, file: () => fileOf(document) }, page, scale),
    revisionImage: ({ sha256, size, file }, page, scale) =>
      image(revisionCache, { sha256, size, file: async () => file }, page, scale),
    text: (document, page) =>
      work.run(`${document.sha256}-${page.index}-text`, () =>
        render(readPageText, { sha256: document.sha256, file: () => fileOf(document) }, page, page),
      ),
    tags: ({ sha256, pages }) =>
      work.run(`${sha256}-tags`, async () => {
        const known = tags.get(sha256)
        if (known) return known
        const file = await context.documentStore.file(sha256)
        const found = await guarded(sha256, search, (options) =>
          context.threads.render.run(findDocumentTags, { file, sha256, pages }, options),
        )
        tags.set(sha256, found)
        for (const oldest of tags.keys()) if (tags.size > tagsAtMost) tags.delete(oldest)
        return found
      }),
  }
}

interface PageSource extends Content {
  /** Of the file, where only its beginning is meant. */
  readonly size?: number
  file(): Promise<string>
}

type PageTask<Output> = Task<Parameters<NonNullable<(typeof renderPageImage)['types']>>[0], Output>

type Guarded = ReturnType<typeof guardPages>

function renderBy({ threads }: Context, guarded: Guarded) {
  return <Output>(
    task: PageTask<Output>,
    { sha256, size, file }: PageSource,
    page: PageSize,
    { width, height }: { readonly width: number; readonly height: number },
  ): Promise<Output> =>
    guarded(sha256, page.index, async (options) => {
      const at = { file: await file(), sha256, page: page.index, width, height, ...(size && { size }) }
      return threads.render.run(task, at, options)
    })
}

/** Runs what reads a page, or all of them for tags, unless that is known to take too much. */
function guardPages({ log }: Context) {
  const refused = new RefusedPages()

  return async <Output>(
    sha256: string,
    page: number,
    run: (options: RunOptions) => Promise<Output>,
  ): Promise<Output> => {
    const { key } = currentCaller()
    // What a caller with less time than others could not have is refused to that caller alone.
    const own = `${key} ${sha256}`
    const admit = () => {
      if ([sha256, own].some((one) => refused.isRefused(one, page))) throw new Refusal('document.too_complex')
    }
    admit()
    try {
      return await run({ timeLimit, admit })
    } catch (error) {
      if (error instanceof Refusal) throw error
      const refusal = refuseThreadError(log, error, 'document.too_complex')
      if (refusal instanceof Refusal && refusal.key === 'document.too_complex') {
        const shortened = error instanceof OverLimit && error.shortened
        // A search that took too much says nothing of how long one of the pages takes.
        const tooMuch = error instanceof OverLimit && page !== search
        refused.note(shortened ? own : sha256, page, { tooMuch })
      }
      throw refusal
    }
  }
}
