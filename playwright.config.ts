import { defineConfig } from '@playwright/test'
import { headlessOptions } from './e2e/support/browser.ts'
import { desktop, phone } from './e2e/support/devices.ts'

// oxlint-disable-next-line import/no-default-export -- the tool reads the default export
export default defineConfig({
  testDir: 'e2e',
  // Firefox and WebKit: npm run e2e -- --browsers.
  testIgnore: 'browsers/**',
  // One product a worker, and each is four processes: a test does not wait for another's. One more than a small machine
  // has cores, as some wait for mails, codes and what was killed to be back.
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
    { name: 'desktop', use: desktop, grepInvert: /@only-phone/ },
    // Once more, by touch on a small screen, where it matters.
    { name: 'phone', use: phone, grep: /@phone|@only-phone/ },
  ],
})
