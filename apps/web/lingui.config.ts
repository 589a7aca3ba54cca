import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

// The document screens have a catalog of their own, so that sign-in and the dashboard do not load their words.
const documentScreens = [
  '<rootDir>/src/features/documents',
  '<rootDir>/src/features/compose',
  '<rootDir>/src/features/signing',
  '<rootDir>/src/features/direct-sign',
  '<rootDir>/src/routes/compose*',
  '<rootDir>/src/routes/view*',
  '<rootDir>/src/routes/direct-sign*',
  '<rootDir>/src/routes/success*',
]

const never = ['**/node_modules/**', '**/*.test.ts']

// oxlint-disable-next-line import/no-default-export -- the tool reads the default export
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'fr', 'it'],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: [...documentScreens, ...documentScreens.map((screen) => `${screen}/**`), ...never],
    },
    {
      path: '<rootDir>/src/features/documents/locales/{locale}',
      include: documentScreens,
      exclude: never,
    },
  ],
})
