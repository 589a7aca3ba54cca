import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

const databaseTests = '**/*.db.test.ts'
const elsewhere = [...configDefaults.exclude, 'e2e/**', '**/dist/**', 'data/**']
const webConfig = 'apps/web/vite.config.ts'

export default defineConfig({
  test: {
    // Processes and not threads: native addons, WebAssembly engines and process.env stay apart.
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['apps/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: [...elsewhere, databaseTests, 'apps/web/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: [databaseTests],
          exclude: elsewhere,
          globalSetup: ['./apps/api/src/testing/database-setup.ts'],
        },
      },
      ...(existsSync(webConfig)
        ? [
            {
              extends: webConfig,
              test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.{ts,tsx}'] },
            },
          ]
        : []),
    ],
  },
})
