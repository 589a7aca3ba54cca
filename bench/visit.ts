import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, CDPSession, Page, Request } from '@playwright/test'
import { listenToChanges } from '../packages/contract/src/live-updates.ts'
import { login } from '../packages/contract/src/sessions.ts'
import type { Person } from '../apps/api/src/testing/caller.ts'
import type { Product } from '../apps/api/src/testing/product.ts'

/** How many times slower the processor of a visitor is than this machine's. */
export const slowdown = 4

export interface Visitor {
  readonly device: BrowserContextOptions
  /** From `sessionOf`; null for someone who isn't signed in. */
  readonly session: string | null
}

/** Who is signed in, as the web app keeps it. */
export async function sessionOf(product: Product, { email, password }: Person): Promise<string> {
  const { token, expires_at: expiresAt } = await product.call(login, { body: { email, password } })
  return JSON.stringify({ token, expiresAt })
}

/** A page of someone who was never here: nothing is cached, and the processor is slow. */
export async function visit<Result>(
  browser: Browser,
  product: Product,
  { device, session }: Visitor,
  look: (page: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ...device, baseURL: product.url, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    if (session !== null)
      await page.addInitScript((kept) => sessionStorage.setItem('countersign.session', kept), session)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await devtools.send('Network.enable')
    return await look(page, devtools)
  } finally {
    await context.close()
  }
}

/** Until nothing has been on the way for half a second, but for the stream of live updates, which has no end. */
export function settling(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  let changedAt = Date.now()
  const note = (change: (request: Request) => unknown) => (request: Request) => {
    if (request.url().endsWith(listenToChanges.path)) return
    change(request)
    changedAt = Date.now()
  }
  page.on(
    'request',
    note((request) => underWay.add(request)),
  )
  page.on(
    'requestfinished',
    note((request) => underWay.delete(request)),
  )
  page.on(
    'requestfailed',
    note((request) => underWay.delete(request)),
  )
  return async () => {
    const until = Date.now() + 30_000
    while (underWay.size > 0 || Date.now() - changedAt < 500) {
      if (Date.now() > until)
        throw new Error(`still waiting for ${[...underWay].map((one) => one.url()).join(', ')}`)
      await setTimeout(50)
    }
  }
}

/** What shows that a page can be used: an element, by CSS, with a text, by a regular expression. */
export interface Landmark {
  readonly selector: string
  readonly text: string
}

/**
 * The page itself notes when the landmark is painted, in milliseconds since it was opened; the answer gives it. A tool that asks the
 * page again and again takes the slow processor from it just when it is busiest: some 200 ms.
 */
export async function noteUsable(page: Page, { selector, text }: Landmark): Promise<() => Promise<number>> {
  await page.addInitScript(`{
    const wanted = new RegExp(${JSON.stringify(text)})
    const isLandmark = (element) => wanted.test(element.textContent.trim()) && element.checkVisibility()
    const observer = new MutationObserver(() => {
      if (![...document.querySelectorAll(${JSON.stringify(selector)})].some(isLandmark)) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => (globalThis.usableAt = performance.now())))
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  }`)
  return async () => {
    const at = await page.evaluate(() => (globalThis as { usableAt?: number }).usableAt)
    if (at === undefined) throw new Error(`no ${selector} with ${text} on ${page.url()}`)
    return at
  }
}
