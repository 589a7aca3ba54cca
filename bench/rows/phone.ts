import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { aDraft, aSignatureRequest, linkIn } from '../../apps/api/src/testing/signature-request.ts'
import { launchOptions } from '../../e2e/support/browser.ts'
import { sharpPhone } from '../../e2e/support/devices.ts'
import { type Figure, median, type Row } from '../row.ts'
import { type Landmark, noteUsable, sessionOf, settling, visit } from '../visit.ts'

const rounds = 5
/** Slow 4G as Lighthouse has it: milliseconds of a round trip, bytes a second. */
const network = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const limits = { paint: 1500, ready: 2000 }

interface Place {
  readonly what: string
  readonly path: string
  readonly session: string | null
  /** The button, heading or tab with which the page is usable. */
  readonly usable: Landmark
}

interface Seen {
  readonly paint: number
  readonly ready: number
  readonly requests: number
  readonly kilobytes: number
}

/** Five pages on a phone that has never seen them: a slow processor and a slow network. */
export const phone: Row = {
  name: 'phone',
  run: async (start) => {
    const product = await start()
    const places = await listPlaces(product)
    const browser = await chromium.launch(launchOptions())
    try {
      const figures: Figure[] = []
      for (const place of places) figures.push(...(await measure(browser, product, place)))
      return figures
    } finally {
      await browser.close()
    }
  },
}

async function listPlaces(product: Product): Promise<Place[]> {
  const anna = await product.person({ firstName: 'Anna' })
  const ben = { email: `ben.${Date.now()}@example.org`, firstName: 'Ben', lastName: 'Roth' }
  const request = await aSignatureRequest(product, { owner: anna, signers: [ben] })
  const draft = await aDraft(product, { owner: anna, signers: [ben] })
  const link = linkIn(await product.inbox.next(ben.email))
  const session = await sessionOf(product, anna)
  return [
    {
      what: 'signing page',
      path: link,
      session: null,
      usable: { selector: 'button:enabled', text: '^Review and sign' },
    },
    {
      what: 'sign-in',
      path: '/login',
      session: null,
      usable: { selector: 'button:enabled', text: '^Sign in$' },
    },
    { what: 'dashboard', path: '/dashboard', session, usable: { selector: '[role=tab]', text: '.' } },
    { what: 'view page', path: `/view/${request.id}`, session, usable: { selector: 'h1', text: '.' } },
    {
      what: 'compose page',
      path: `/compose/${draft.id}`,
      session,
      usable: { selector: 'button:enabled', text: '^Next: ' },
    },
  ]
}

async function measure(browser: Browser, product: Product, place: Place): Promise<Figure[]> {
  const seen: Seen[] = []
  for (let round = 0; round < rounds; round += 1) seen.push(await look(browser, product, place))
  const figure = (what: string, key: 'paint' | 'ready'): Figure => {
    const times = seen.map((one) => one[key])
    return {
      what: `${place.what} on a slow phone: ${what}`,
      measured: median(times),
      unit: 'ms',
      limit: limits[key],
      detail: `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}; ${median(seen.map((one) => one.requests))} requests, ${Math.round(median(seen.map((one) => one.kilobytes)))} KB`,
    }
  }
  return [figure('usable', 'ready'), figure('largest contentful paint', 'paint')]
}

function look(browser: Browser, product: Product, place: Place): Promise<Seen> {
  const visitor = { device: sharpPhone, session: place.session }
  return visit(browser, product, visitor, async (page, devtools) => {
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
    const traffic = countTraffic(devtools)
    const settled = settling(page)
    const usableAt = await noteUsable(page, place.usable)
    await page.goto(place.path, { waitUntil: 'commit' })
    // Images come last: the largest paint is known once nothing is on its way any longer.
    await settled()
    return { paint: await largestPaint(page), ready: await usableAt(), ...traffic() }
  })
}

function countTraffic(devtools: CDPSession): () => { requests: number; kilobytes: number } {
  let [requests, bytes] = [0, 0]
  devtools.on('Network.requestWillBeSent', () => void (requests += 1))
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  return () => ({ requests, kilobytes: bytes / 1024 })
}

/** What the browser reported so far: it stops at the first touch, and there was none. */
function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const observer = new PerformanceObserver((list) =>
          done(list.getEntries().at(-1)?.startTime ?? Number.NaN),
        )
        // The types of Node don't know it.
        observer.observe({ type: 'largest-contentful-paint', buffered: true } as never)
      }),
  )
}
