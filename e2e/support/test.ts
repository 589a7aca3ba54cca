import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { type Product, startProduct } from '../../apps/api/src/testing/product.ts'
import { Problems } from './problems.ts'

export { expect }

type Billing = 'off' | 'stripe' | 'chargebee'
type Settings = Readonly<Record<string, string>>

interface Fixtures {
  readonly problems: Problems
  /** Another person's browser: their own cookies, device and language. */
  readonly visit: (device?: BrowserContextOptions) => Promise<Page>
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

/** A picker that opens before anything listens is closed by the browser without a word, so that something always listens. */
const keepFilePickers = (context: BrowserContext) =>
  context.on('page', (page) => page.on('filechooser', () => {}))

/** Of the product that the tests of a file share. */
interface OfWorker {
  readonly billing: Billing
  readonly settings: Settings
  readonly product: Product
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
  baseURL: async ({ product }, use) => use(product.url),
  locale: 'en-GB',
  timezoneId: 'Europe/Zurich',
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  problems: async ({}, use) => {
    const problems = new Problems()
    await use(problems)
    expect(problems.unexpected(), 'what the browser complained of').toEqual([])
  },
  context: async ({ context, problems }, use) => {
    problems.watch(context)
    keepFilePickers(context)
    await use(context)
  },
  visit: async ({ browser, problems, product, context: _own }, use) => {
    await use(async (device = {}) => {
      const context = await browser.newContext({
        baseURL: product.url,
        locale: 'en-GB',
        timezoneId: 'Europe/Zurich',
        ...device,
      })
      problems.watch(context)
      keepFilePickers(context)
      return context.newPage()
    })
  },
})
