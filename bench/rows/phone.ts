import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { login } from '../../packages/contract/src/sessions.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { aDraft, aSignatureRequest, linkIn } from '../../apps/api/src/testing/signature-request.ts'
import { launchOptions } from '../../e2e/support/browser.ts'
import { phone as device } from '../../e2e/support/devices.ts'
import { type Figure, median, type Row } from '../row.ts'
import { settling } from './paint.ts'

const rounds = 5
const slowdown = 4
/** Slow 4G as Lighthouse has it: milliseconds of a round trip, bytes a second. */
const network = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const limits = { paint: 1500, ready: 2000 }

interface Visit {
  readonly what: string
  readonly path: string
  readonly session: string | null
  /** The button or heading with which the page is usable. */
  readonly usable: { readonly role: 'button' | 'heading' | 'tab'; readonly name: RegExp }
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
    const visits = await listVisits(product)
    const browser = await chromium.launch(launchOptions())
    try {
      const figures: Figure[] = []
      for (const visit of visits) figures.push(...(await measure(browser, product, visit)))
      return figures
    } finally {
      await browser.close()
    }
  },
}

async function listVisits(product: Product): Promise<Visit[]> {
  const anna = await product.person({ firstName: 'Anna' })
  const ben = { email: `ben.${Date.now()}@example.org`, firstName: 'Ben', lastName: 'Roth' }
  const request = await aSignatureRequest(product, { owner: anna, signers: [ben] })
  const draft = await aDraft(product, { owner: anna, signers: [ben] })
  const link = linkIn(await product.inbox.next(ben.email))
  const { token, expires_at: expiresAt } = await product.call(login, {
    body: { email: anna.email, password: anna.password },
  })
  const session = JSON.stringify({ token, expiresAt })
  return [
    { what: 'signing page', path: link, session: null, usable: { role: 'button', name: /^Review and sign/ } },
    { what: 'sign-in', path: '/login', session: null, usable: { role: 'button', name: /^Sign in$/ } },
    { what: 'dashboard', path: '/dashboard', session, usable: { role: 'tab', name: /./ } },
    { what: 'view page', path: `/view/${request.id}`, session, usable: { role: 'heading', name: /./ } },
    {
      what: 'compose page',
      path: `/compose/${draft.id}`,
      session,
      usable: { role: 'button', name: /^Next: / },
    },
  ]
}

async function measure(browser: Browser, product: Product, visit: Visit): Promise<Figure[]> {
  const seen: Seen[] = []
  for (let round = 0; round < rounds; round += 1) seen.push(await look(browser, product, visit))
  const figure = (what: string, key: 'paint' | 'ready'): Figure => {
    const times = seen.map((one) => one[key])
    return {
      what: `${visit.what} on a slow phone: ${what}`,
      measured: median(times),
      unit: 'ms',
      limit: limits[key],
      detail: `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}; ${median(seen.map((one) => one.requests))} requests, ${Math.round(median(seen.map((one) => one.kilobytes)))} KB`,
    }
  }
  return [figure('usable', 'ready'), figure('largest contentful paint', 'paint')]
}

async function look(browser: Browser, product: Product, visit: Visit): Promise<Seen> {
  const context = await browser.newContext({ ...device, baseURL: product.url, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    if (visit.session !== null)
      await page.addInitScript((kept) => sessionStorage.setItem('countersign.session', kept), visit.session)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
    const traffic = countTraffic(devtools)
    const settled = settling(page)
    const began = performance.now()
    await page.goto(visit.path, { waitUntil: 'commit' })
    await page.getByRole(visit.usable.role, { name: visit.usable.name }).first().waitFor()
    const ready = performance.now() - began
    // Images come last: the largest paint is known once nothing is on its way any longer.
    await settled()
    return { paint: await largestPaint(page), ready, ...traffic() }
  } finally {
    await context.close()
  }
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
