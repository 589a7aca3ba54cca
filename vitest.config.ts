import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const databaseTests = '**/*.db.test.ts'
const elsewhere = [...configDefaults.exclude, 'e2e/**', '**/dist/**', 'data/**']

// The web app's macros look for their configuration from the working folder up.
process.env['LINGUI_CONFIG'] ??= fileURLToPath(new URL('apps/web/lingui.config.ts', import.meta.url))

// What Node has compiled is kept for the next process, as the product does.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/** Node runs the TypeScript as it is: to transform every module takes a sixth of the processor time. */
const asItIs = { viteModuleRunner: false, nodeLoader: false }

// oxlint-disable-next-line import/no-default-export -- the tool reads the default export
export default defineConfig({
  test: {
    // Processes and not threads: native addons, WebAssembly engines and process.env stay apart.
    pool: 'forks',
    // A larger young generation means fewer garbage collections: a run takes 5% less CPU time.
    execArgv: ['--max-semi-space-size=32'],
    // Three more than there are cores: a database test waits half of its time, for jobs, the database or a restart. With one
    // more, two cores were idle for 29% of the run.
    maxWorkers: Math.max(2, availableParallelism()) + 3,
    // These detect something that never happens, not something slow: the machine may be busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // A process runs one test file after the other and loads the product once, but each file has its own API,
      // database and sandbox. So no test mocks a module, and a test restores what it changes.
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          experimental: asItIs,
          include: ['{apps,packages,bench}/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: [...elsewhere, databaseTests, 'apps/web/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          isolate: false,
          experimental: asItIs,
          include: [databaseTests],
          exclude: elsewhere,
          globalSetup: ['./apps/api/src/testing/database-setup.ts'],
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.{ts,tsx}'], testTimeout: 300_000 },
      },
    ],
  },
})
