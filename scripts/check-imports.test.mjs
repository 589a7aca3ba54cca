import { expect, test } from 'vitest'
import { violationsIn } from './check-imports.mjs'

const forbidden = [
  ['apps/api/src/identity/accounts/log-in.ts', `import { sql } from 'kysely'`, 'SQL'],
  [
    'apps/api/src/identity/accounts/log-in.ts',
    `import { smtp } from '#api/providers/mail/smtp.ts'`,
    'adapters',
  ],
  [
    'apps/api/src/identity/accounts/log-in.ts',
    `const x = await import('../../providers/mail/smtp.ts')`,
    'adapters',
  ],
  ['apps/api/src/identity/accounts/log-in.ts', `import { bind } from '#api/platform/http/bind.ts'`, 'HTTP'],
  ['apps/api/src/identity/accounts/account.ts', `import { find } from './repository.ts'`, 'pure'],
  ['apps/api/src/identity/accounts/account.ts', `import {\n  readFile,\n} from 'node:fs'`, 'pure'],
  ['apps/web/src/features/signing/a.ts', `export { draft } from '../compose/draft.ts'`, 'features'],
  ['apps/web/src/ui/a.ts', `import '#web/routes/root.tsx'`, 'ui/'],
  ['packages/contract/src/a.ts', `import { x } from 'node:fs'`, 'zod'],
]

test.each(forbidden)('%s may not: %s', (file, source, reason) => {
  expect(violationsIn(file, `// first line\n${source}\n`)).toEqual([expect.stringContaining(reason)])
})

const allowed = [
  ['packages/contract/src/a.ts', `export const get = endpoint({ path: '/v1' })`],
  ['apps/api/src/identity/accounts/repository.ts', `import { sql } from 'kysely'`],
  ['apps/api/src/identity/accounts/log-in.ts', `import type { Mailer } from '#api/providers/mail/port.ts'`],
  [
    'apps/api/src/identity/accounts/log-in.ts',
    `import type { FileAnswer } from '#api/platform/http/bind.ts'`,
  ],
  ['apps/api/src/app/create-context.ts', `import { smtp } from '../providers/mail/smtp.ts'`],
  ['apps/api/src/identity/accounts/log-in.db.test.ts', `import pg from 'pg'`],
  ['apps/web/src/features/signing/a.ts', `import { viewer } from '../documents/viewer.tsx'`],
  ['packages/contract/src/a.ts', `import { x } from './b.ts'\nimport { z } from 'zod/mini'`],
]

test.each(allowed)('%s may: %s', (file, source) => {
  expect(violationsIn(file, source)).toEqual([])
})
