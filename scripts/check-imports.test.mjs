import { expect, test } from 'vitest'
import { grants } from '../apps/api/src/platform/db/roles/grants.ts'
import { violationsIn } from './check-imports.mjs'
import { ownedTables } from './imports/owners.mjs'

const inAccounts = 'apps/api/src/identity/accounts'
const forbidden = [
  [`${inAccounts}/log-in.ts`, `import { find } from '#api/business/members/repository.ts'`, 'higher'],
  [`${inAccounts}/log-in.ts`, `import type { Seal } from '#api/business/seals/seal.ts'`, 'higher'],
  [`${inAccounts}/log-in.ts`, `type S = import('#api/signing/signing/sign.ts').Sign`, 'higher'],
  [
    'apps/api/src/platform/http/bind.ts',
    `import type { Mailer } from '../../providers/mail/port.ts'`,
    'higher',
  ],
  [`${inAccounts}/log-in.ts`, `import { sql } from 'kysely'`, 'database'],
  [`${inAccounts}/log-in.ts`, `import { smtp } from '#api/providers/mail/smtp.ts'`, 'adapters'],
  [`${inAccounts}/log-in.ts`, `const x = await import('../../providers/mail/smtp.ts')`, 'adapters'],
  [`${inAccounts}/log-in.ts`, `import { bind } from '#api/platform/http/bind.ts'`, 'HTTP'],
  [`${inAccounts}/account.ts`, `import { find } from './repository.ts'`, 'pure'],
  [`${inAccounts}/account.ts`, `import {\n  readFile,\n} from 'node:fs'`, 'pure'],
  [`${inAccounts}/repository.ts`, `import { find } from '#api/identity/sessions/repository.ts'`, 'use case'],
  [
    `${inAccounts}/codes/code-repository.ts`,
    `import { find } from '#api/identity/sessions/repository.ts'`,
    'use case',
  ],
  [`${inAccounts}/codes/check-code.ts`, `import { bind } from '#api/platform/http/bind.ts'`, 'HTTP'],
  [`${inAccounts}/repository.ts`, `import { Refusal } from '#api/platform/refusal.ts'`, 'refuses nothing'],
  ['apps/web/src/features/signing/a.ts', `export { draft } from '../compose/draft.ts'`, 'features'],
  ['apps/web/src/ui/a.ts', `import '#web/routes/root.tsx'`, 'ui/'],
  ['packages/contract/src/a.ts', `import { x } from 'node:fs'`, 'zod'],
  ['packages/pdf-signature/src/a.ts', `import type { Pool } from 'pg'`, 'engine'],
  ['packages/pdf-signature/src/a.ts', `import { get } from 'node:https'`, 'engine'],
  ['packages/pdf-signature/src/a.ts', `import { x } from '@countersign/contract/values.ts'`, 'engine'],
]

test.each(forbidden)('%s may not: %s', (file, source, reason) => {
  expect(violationsIn({ [file]: `// first line\n${source}\n` })).toEqual([expect.stringContaining(reason)])
})

const allowed = [
  ['packages/contract/src/a.ts', `export const get = endpoint({ path: '/v1' })`],
  [`${inAccounts}/repository.ts`, `import { sql } from 'kysely'`],
  [`${inAccounts}/repository.ts`, `import { find } from './lookup-repository.ts'`],
  [`${inAccounts}/codes/code-repository.ts`, `import { find } from '../repository.ts'`],
  [`${inAccounts}/repository.ts`, `import type { Row } from '#api/identity/sessions/repository.ts'`],
  [`${inAccounts}/log-in.ts`, `import type { Mailer } from '#api/providers/mail/port.ts'`],
  [`${inAccounts}/log-in.ts`, `import type { FileAnswer } from '#api/platform/http/bind.ts'`],
  ['apps/api/src/business/members/invite.ts', `import { find } from '#api/identity/accounts/find.ts'`],
  ['apps/api/src/app/create-context.ts', `import { smtp } from '../providers/mail/smtp.ts'`],
  [`${inAccounts}/log-in.db.test.ts`, `import pg from 'pg'`],
  ['apps/web/src/features/signing/a.ts', `import { viewer } from '../documents/viewer.tsx'`],
  ['packages/contract/src/a.ts', `import { x } from './b.ts'\nimport { z } from 'zod/mini'`],
]

test.each(allowed)('%s may: %s', (file, source) => {
  expect(violationsIn({ [file]: source })).toEqual([])
})

const cycles = [
  ['an import', `import { a } from './a.ts'`],
  ['a type', `import type { A } from './a.ts'`],
  ['a type in its place', `type A = import('./a.ts').A`],
  ['an import on demand', `const a = await import('./a.ts')`],
  ['an export', `export { a } from '#api/signing/signing/a.ts'`],
]

test.each(cycles)('files that import each other by %s are a cycle', (_way, back) => {
  const folder = 'apps/api/src/signing/signing'
  expect(
    violationsIn({
      [`${folder}/a.ts`]: `import type { B } from './b.ts'`,
      [`${folder}/b.ts`]: `import { c } from './c.ts'`,
      [`${folder}/c.ts`]: back,
    }),
  ).toEqual([expect.stringMatching(/in a cycle: .*a\.ts, .*b\.ts, .*c\.ts$/)])
})

const sqlCalls = [
  `tx.selectFrom('accounts').selectAll().execute()`,
  `await tx.insertInto('accounts').values(row).execute()`,
  `context.db.updateTable('accounts')`,
  `tx.deleteFrom('accounts').execute()`,
  `await context.pool.query('SELECT 1')`,
  'await sql`SELECT 1`.execute(tx)',
  'await sql<Row>`SELECT 1`.execute(tx)',
]

test.each(sqlCalls)('outside a repository this is SQL: %s', (source) => {
  expect(violationsIn({ [`${inAccounts}/log-in.ts`]: source })).toEqual([expect.stringContaining('has SQL')])
  expect(violationsIn({ [`${inAccounts}/login-repository.ts`]: source })).toEqual([])
  expect(violationsIn({ 'apps/api/src/platform/db/migrations/1.ts': source })).toEqual([])
})

test('SQL in a comment or in words is none', () => {
  const source = '/** `tx.selectFrom` */\nexport const text = "sql`SELECT 1`"'
  expect(violationsIn({ [`${inAccounts}/log-in.ts`]: source })).toEqual([])
})

const accountWrites = [
  `tx.insertInto('accounts').values(row).execute()`,
  `tx.updateTable('accounts as a').set(row).execute()`,
  `context.db.deleteFrom('accounts').execute()`,
  'sql`INSERT INTO accounts (id) VALUES (1)`.execute(tx)',
  'sql`WITH gone AS (DELETE FROM public.accounts a USING b) SELECT 1`.execute(tx)',
  'sql`UPDATE accounts SET a = ${b}`.execute(tx)',
  'sql`update accounts set a = ${b}`.execute(tx)',
  'sql`select from accounts for update`.execute(tx)',
  `pool.query('UPDATE ONLY accounts SET a = 1')`,
  `const text = 'TRUNCATE accounts'\npool.query(text)`,
  `tx.selectFrom('accounts').select('id').forNoKeyUpdate().execute()`,
  `tx.selectFrom('b').innerJoin('accounts as a', 'a.id', 'b.id').select('a.id').forShare('a').execute()`,
  'sql`SELECT FROM accounts WHERE id IN (SELECT id FROM b) FOR UPDATE`.execute(tx)',
]

test.each(accountWrites)('only the folder that owns the table writes it or locks its rows: %s', (source) => {
  const elsewhere = 'apps/api/src/identity/sessions/repository.ts'
  expect(violationsIn({ [elsewhere]: source })).toEqual([
    `${elsewhere} writes or locks accounts: identity/accounts does that, and offers it to others`,
  ])
  expect(violationsIn({ [`${inAccounts}-of-others/repository.ts`]: source })).toHaveLength(1)
  expect(violationsIn({ [`${inAccounts}/repository.ts`]: source })).toEqual([])
  expect(violationsIn({ [`${inAccounts}/codes/code-repository.ts`]: source })).toEqual([])
  expect(violationsIn({ 'apps/api/src/platform/db/migrations/1.ts': source })).toEqual([])
  expect(violationsIn({ [`${inAccounts}/accounts.db.test.ts`]: source })).toEqual([])
})

const unnamedWrites = [
  'tx.deleteFrom(table).execute()',
  'sql`DELETE FROM ${sql.table(table)}`.execute(tx)',
  'accountsOf(tx).forUpdate().execute()',
  `tx.updateTable('things').set(row).execute()`,
]

test.each(unnamedWrites)('a write names a table that has an owner: %s', (source) => {
  expect(violationsIn({ [`${inAccounts}/repository.ts`]: source })).toEqual([
    expect.stringContaining('no folder owns it'),
  ])
})

test('reading and words are no writes', () => {
  const source = `
    tx.selectFrom('accounts').selectAll().execute()
    sql\`INSERT INTO sessions SELECT FROM accounts ON CONFLICT DO UPDATE SET a = 1\`.execute(tx)
    const title = 'Update accounts'
    const rights = 'SELECT, UPDATE (name)'`
  expect(violationsIn({ 'apps/api/src/identity/sessions/repository.ts': source })).toEqual([])
})

test('each table has one owner', () => {
  const queue = ['graphile_worker', 'worker_heartbeats', 'migrations']
  // Filled by migrations alone.
  const seeded = ['plans', 'plan_prices', 'extra_prices']
  const written = Object.keys(grants).filter((table) => !seeded.includes(table))
  expect(ownedTables.toSorted()).toEqual([...new Set([...written, ...queue])].toSorted())
})

const locks = [
  [`tx.selectFrom('accounts').select('id').forNoKeyUpdate().execute()`, 'ForNoKeyUpdate'],
  [`tx.selectFrom('accounts').select('id').forShare().executeTakeFirst()`, 'ForShare'],
  ['sql`SELECT FROM accounts ORDER BY id FOR KEY SHARE`.execute(tx)', 'ForKeyShare'],
]

test.each(locks)('a function that locks rows says how strongly: %s', (lock, strength) => {
  const called = (name) => ({
    [`${inAccounts}/repository.ts`]: `export async function ${name}(tx) { return ${lock} }`,
  })
  expect(violationsIn(called('holdAccount'))).toEqual([expect.stringContaining(`named lock${strength}`)])
  expect(violationsIn(called('lockForUpdate'))).toEqual([expect.stringContaining(`named lock${strength}`)])
  expect(violationsIn(called(`lock${strength}`))).toEqual([])
  expect(violationsIn(called(`lockAll${strength}`))).toEqual([])
})

test('a row taken from a queue makes nobody wait', () => {
  const source = `export const take = (tx) => tx.selectFrom('accounts').select('id').forUpdate().skipLocked().execute()`
  expect(violationsIn({ [`${inAccounts}/repository.ts`]: source })).toEqual([])
})
