import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { type Product, startProduct } from '../../apps/api/src/testing/product.ts'
import { ContextPool } from './context-pool.ts'
import { asOwner } from './database.ts'
import { Problems } from './problems.ts'

export { expect }

type Billing = 'off' | 'stripe' | 'chargebee'
type Settings = Readonly<Record<string, string>>

interface Fixtures {
  readonly problems: Problems
  /** Of the person whom the journey is about. */
  readonly device: BrowserContextOptions
  /** Another person's browser: their own cookies, device and language. */
  readonly visit: (device?: BrowserContextOptions) => Promise<Page>
  readonly unhurried: void
}

/** Between finding a port free and listening on it another program may take it; then others are found. */
async function start(billing: Billing, settings: Settings, triesLeft = 2): Promise<Product> {
  try {
    return await startProduct({ SANDBOX_BILLING: billing, ...settings })
  } catch (error) {
    if (triesLeft === 0 || !/Port \d+ is taken/.test(String(error))) throw error
    return start(billing, settings, triesLeft - 1)
  }
}

/** Of the product that the tests of a file share. */
interface OfWorker {
  readonly billing: Billing
  readonly settings: Settings
  readonly product: Product
  readonly pool: ContextPool
}

/** A test against the whole product, which fails on anything a browser complains of. */
export const test = base.extend<Fixtures, OfWorker>({
  // A journey about plans chooses its provider: test.use({ billing: 'stripe' }). The others meet no plan and no limit.
  billing: ['off', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ billing, settings }, use) => {
      const product = await start(billing, settings)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  pool: [
    async ({ browser, product }, use) => use(new ContextPool(browser, product.url)),
    { scope: 'worker' },
  ],
  // All people of a worker's journeys sign up from one network, more than its limit of an hour allows.
  unhurried: [
    async ({ product }, use) => {
      await asOwner(product, "DELETE FROM throttles WHERE key LIKE 'confirmation:address:%'")
      await use()
    },
    { auto: true },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  locale: 'en-GB',
  timezoneId: 'Europe/Zurich',
  device: async ({ viewport, deviceScaleFactor, hasTouch, isMobile, locale, timezoneId, baseURL }, use) =>
    use({
      viewport,
      deviceScaleFactor: deviceScaleFactor ?? 1,
      hasTouch,
      isMobile,
      locale: locale ?? 'en-GB',
      timezoneId: timezoneId ?? 'Europe/Zurich',
      baseURL: baseURL ?? '',
    }),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  problems: async ({}, use) => {
    const problems = new Problems()
    await use(problems)
    expect(problems.unexpected(), 'what the browser complained of').toEqual([])
  },
  context: async ({ pool, problems, device }, use) => {
    const context = await pool.take(device)
    const unwatch = problems.watch(context)
    await use(context)
    unwatch()
    await pool.giveBack(context)
  },
  visit: async ({ pool, problems, device, context: _own }, use) => {
    const visited: [BrowserContext, () => void][] = []
    await use(async (other = {}) => {
      const context = await pool.take({ ...device, ...other })
      visited.push([context, problems.watch(context)])
      return context.newPage()
    })
    for (const [context, unwatch] of visited) {
      unwatch()
      await pool.giveBack(context)
    }
  },
})
