import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { desktop, phone } from './e2e/support/devices.ts'

const debianChromium = '/usr/bin/chromium'

// oxlint-disable-next-line import/no-default-export -- the tool reads the default export
export default defineConfig({
  testDir: 'e2e',
  // One product a worker, and each is four processes.
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    launchOptions: {
      // Elsewhere Playwright finds the browser that it brought itself.
      ...(existsSync(debianChromium) ? { executablePath: debianChromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
  },
  projects: [
    { name: 'desktop', use: desktop, grepInvert: /@only-phone/ },
    // Once more, by touch on a small screen, where it matters.
    { name: 'phone', use: phone, grep: /@phone|@only-phone/ },
  ],
})
