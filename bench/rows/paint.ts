import { setTimeout } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page, type Request } from '@playwright/test'
import { listenToChanges } from '../../packages/contract/src/live-updates.ts'
import { login } from '../../packages/contract/src/sessions.ts'
import { aSignatureRequest } from '../../apps/api/src/testing/signature-request.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { launchOptions } from '../../e2e/support/browser.ts'
import { desktop } from '../../e2e/support/devices.ts'
import { type Figure, median, type Row } from '../row.ts'

const rounds = 5
const slowdown = 4
/** What Lighthouse calls good (web.dev/articles/fcp). */
const goodPaint = 1800

interface Seen {
  /** Milliseconds from the request to the first text or image. */
  readonly paint: number
  /** Gzip or brotli, as it came over the line. */
  readonly scriptKilobytes: number
}

interface Visit {
  readonly what: string
  readonly path: string
  readonly script: number
  readonly signedIn: boolean
}

const visits: readonly Visit[] = [
  { what: 'sign-in', path: '/login', script: 120, signedIn: false },
  { what: 'dashboard', path: '/dashboard?tab=inbox', script: 180, signedIn: true },
  { what: 'profile', path: '/profile', script: 180, signedIn: true },
]

/** Pages as a visitor meets them who was never here: nothing cached, on a processor four times slower. */
export const paint: Row = {
  name: 'paint',
  run: async (start) => {
    const product = await start()
    const session = await aSession(product)
    const browser = await chromium.launch(launchOptions())
    try {
      const figures: Figure[] = []
      for (const visit of visits) figures.push(...(await measure(browser, product, visit, session)))
      return figures
    } finally {
      await browser.close()
    }
  },
}

async function aSession(product: Product): Promise<string> {
  const anna = await product.person({ firstName: 'Anna' })
  await aSignatureRequest(product, { owner: anna, signers: [{ email: 'ben@example.org' }] })
  const { token, expires_at } = await product.call(login, {
    body: { email: anna.email, password: anna.password },
  })
  return JSON.stringify({ token, expiresAt: expires_at })
}

async function measure(browser: Browser, product: Product, visit: Visit, session: string): Promise<Figure[]> {
  const seen: Seen[] = []
  for (let round = 0; round < rounds; round += 1) seen.push(await look(browser, product, visit, session))
  const times = seen.map((one) => one.paint)
  return [
    {
      what: `first contentful paint of ${visit.what}, cold, ${slowdown} times slower`,
      measured: median(times),
      unit: 'ms',
      limit: goodPaint,
      detail: `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`,
    },
    {
      what: `script of ${visit.what} as the browser loads it`,
      measured: median(seen.map((one) => one.scriptKilobytes)),
      unit: 'KB',
      limit: visit.script,
    },
  ]
}

async function look(browser: Browser, product: Product, visit: Visit, session: string): Promise<Seen> {
  const context = await browser.newContext({ ...desktop, baseURL: product.url, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    if (visit.signedIn)
      await page.addInitScript((kept) => sessionStorage.setItem('countersign.session', kept), session)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const script = await countScript(devtools)
    const settled = settling(page)
    await page.goto(visit.path)
    await settled()
    return { paint: await firstPaint(page), scriptKilobytes: script() / 1024 }
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

/** Answers what has come so far of script, in bytes over the line. */
async function countScript(devtools: CDPSession): Promise<() => number> {
  const scripts = new Set<string>()
  let bytes = 0
  await devtools.send('Network.enable')
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
