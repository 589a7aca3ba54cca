import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'

export const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url))

const quietFor = 400
const longest = 8000

/** A page that hears of changes keeps one connection open: it is never idle. */
const isStream = (request: Request) => request.headers()['accept']?.includes('text/event-stream') ?? false

/** Watches what a page asks for; what it gives waits until nothing more comes. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let last = Date.now()
  page.on('request', (request) => {
    if (isStream(request)) return
    open.add(request)
    last = Date.now()
  })
  const end = (request: Request) => {
    open.delete(request)
    last = Date.now()
  }
  page.on('requestfinished', end).on('requestfailed', end)
  return async () => {
    const deadline = Date.now() + longest
    while (Date.now() < deadline && (open.size > 0 || Date.now() - last < quietFor)) await pause(50)
  }
}

/** Everything is there: fonts, pictures, what was asked of the api, and nothing moves. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.all(seen.map((image) => image.decode().catch(() => {})))
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))
    if (document.activeElement instanceof HTMLInputElement)
      document.activeElement.style.caretColor = 'transparent'
  })
}

/** Takes the picture once the page is `quiet`. */
export async function shoot(page: Page, name: string, quiet: () => Promise<void>): Promise<void> {
  await quiet()
  await settle(page)
  const isWide = (page.viewportSize()?.width ?? 0) > 500
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' })
  const webp = sharp(png)
    .resize({ width: isWide ? 1000 : 390 })
    .webp({ quality: 70 })
  await webp.toFile(`${folder}${name}-${isWide ? 'wide' : 'phone'}.webp`)
}
