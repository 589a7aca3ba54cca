import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { aSignatureRequest } from '../../apps/api/src/testing/signature-request.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { launchOptions } from '../../e2e/support/browser.ts'
import { desktop } from '../../e2e/support/devices.ts'
import { type Figure, median, type Row } from '../row.ts'
import { sessionOf, settling, slowdown, visit } from '../visit.ts'

const rounds = 5
/** What Lighthouse calls good (web.dev/articles/fcp). */
const goodPaint = 1800

interface Seen {
  /** Milliseconds from the request to the first text or image. */
  readonly paint: number
  /** Gzip or brotli, as it came over the line. */
  readonly scriptKilobytes: number
}

interface Place {
  readonly what: string
  readonly path: string
  readonly script: number
  readonly signedIn: boolean
}

const places: readonly Place[] = [
  { what: 'sign-in', path: '/login', script: 120, signedIn: false },
  { what: 'dashboard', path: '/dashboard?tab=inbox', script: 180, signedIn: true },
  { what: 'profile', path: '/profile', script: 180, signedIn: true },
]

/** Pages as a visitor meets them who was never here: nothing cached, on a processor four times slower. */
export const paint: Row = {
  name: 'paint',
  run: async (start) => {
    const product = await start()
    const anna = await product.person({ firstName: 'Anna' })
    await aSignatureRequest(product, { owner: anna, signers: [{ email: 'ben@example.org' }] })
    const session = await sessionOf(product, anna)
    const browser = await chromium.launch(launchOptions())
    try {
      const figures: Figure[] = []
      for (const place of places) figures.push(...(await measure(browser, product, place, session)))
      return figures
    } finally {
      await browser.close()
    }
  },
}

async function measure(browser: Browser, product: Product, place: Place, session: string): Promise<Figure[]> {
  const seen: Seen[] = []
  for (let round = 0; round < rounds; round += 1) seen.push(await look(browser, product, place, session))
  const times = seen.map((one) => one.paint)
  return [
    {
      what: `first contentful paint of ${place.what}, cold, ${slowdown} times slower`,
      measured: median(times),
      unit: 'ms',
      limit: goodPaint,
      detail: `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`,
    },
    {
      what: `script of ${place.what} as the browser loads it`,
      measured: median(seen.map((one) => one.scriptKilobytes)),
      unit: 'KB',
      limit: place.script,
    },
  ]
}

function look(browser: Browser, product: Product, place: Place, session: string): Promise<Seen> {
  const visitor = { device: desktop, session: place.signedIn ? session : null }
  return visit(browser, product, visitor, async (page, devtools) => {
    const script = countScript(devtools)
    const settled = settling(page)
    await page.goto(place.path)
    await settled()
    return { paint: await firstPaint(page), scriptKilobytes: script() / 1024 }
  })
}

/** Answers what has come so far of script, in bytes over the line. */
function countScript(devtools: CDPSession): () => number {
  const scripts = new Set<string>()
  let bytes = 0
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  return () => bytes
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByName('first-contentful-paint')
    if (!entry) throw new Error('nothing was painted')
    return entry.startTime
  })
}
