import { defineConfig } from '@playwright/test'

// The main journeys in Firefox and WebKit, which are driven by their own protocols (e2e/browsers).
// oxlint-disable-next-line import/no-default-export -- the tool reads the default export
export default defineConfig({
  testDir: 'e2e/browsers',
  workers: 1,
  timeout: 180_000,
  forbidOnly: true,
  reporter: 'list',
  projects: [{ name: 'firefox' }, { name: 'webkit', testIgnore: 'blocked-cookies.spec.ts' }],
})
