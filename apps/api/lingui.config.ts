import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { mailWords } from './mail-words.ts'

// oxlint-disable-next-line import/no-default-export -- the tool reads the default export
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'fr', 'it'],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  extractors: [mailWords],
  catalogs: [
    {
      path: '<rootDir>/src/mail/locales/{locale}',
      include: ['<rootDir>/src/mail/templates'],
      exclude: ['**/*.test.ts'],
    },
  ],
})
