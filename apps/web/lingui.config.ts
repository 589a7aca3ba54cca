import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

// Screens behind sign-in have catalogs of their own: nobody loads words before they are needed.
const documentScreens = [
  '<rootDir>/src/features/documents',
  '<rootDir>/src/features/compose',
  '<rootDir>/src/features/signing',
  '<rootDir>/src/features/direct-sign',
  '<rootDir>/src/routes/compose*',
  '<rootDir>/src/routes/view*',
  '<rootDir>/src/routes/request-not-shown*',
  '<rootDir>/src/routes/direct-sign*',
  '<rootDir>/src/routes/success*',
]

const requestScreens = [
  '<rootDir>/src/features/dashboard',
  '<rootDir>/src/routes/dashboard*',
  '<rootDir>/src/routes/upload*',
]

const documentErrors = '<rootDir>/src/lib/document-error-wording.ts'

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
      exclude: [
        ...[...documentScreens, ...requestScreens].flatMap((screen) => [screen, `${screen}/**`]),
        documentErrors,
        ...never,
      ],
    },
    {
      path: '<rootDir>/src/features/dashboard/locales/{locale}',
      include: requestScreens,
      exclude: never,
    },
    {
      path: '<rootDir>/src/locales/document-errors/{locale}',
      include: [documentErrors],
      exclude: never,
    },
    {
      path: '<rootDir>/src/features/documents/locales/{locale}',
      include: documentScreens,
      exclude: never,
    },
  ],
})
