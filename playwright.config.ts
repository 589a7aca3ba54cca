import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { headlessOptions } from './e2e/support/browser.ts'
import { desktop, phone } from './e2e/support/devices.ts'

// What Node has compiled is kept for the next worker, as the product does.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/** Firefox and WebKit: npm run e2e -- --browsers. */
const elsewhere = 'browsers/**'
/** With plans or other limits: each of these products differs from the one of the other journeys. */
const ownProducts = ['**/billing-*.spec.ts', '**/bulk-send-limits.spec.ts']

// oxlint-disable-next-line import/no-default-export -- the tool reads the default export
export default defineConfig({
  testDir: 'e2e',
  testIgnore: elsewhere,
  // Each worker has its own product (four processes), so tests don't wait for each other. One more than a small machine
  // has cores, as some tests only wait for emails, codes or a restart.
  workers: 3,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    launchOptions: headlessOptions(),
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
  },
  projects: [
    // Once more, by touch on a small screen, where it matters: by one worker, as each project starts its own products.
    { name: 'phone', use: phone, grep: /@phone|@only-phone/, workers: 1 },
    // By one worker, and first: each product starts once, and nothing is left for one worker alone at the end.
    { name: 'own-products', use: desktop, testMatch: ownProducts, workers: 1 },
    {
      name: 'desktop',
      use: desktop,
      testIgnore: [elsewhere, ...ownProducts],
      grepInvert: /@only-phone/,
    },
  ],
})
