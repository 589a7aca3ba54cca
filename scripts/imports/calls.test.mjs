import { expect, test } from 'vitest'
import { misplacedCalls } from './calls.mjs'

const contract = 'packages/contract/src'
const templates = {
  [`${contract}/templates.ts`]: "export const getTemplate = endpoint({ name: 'getTemplate' })\n",
}
const routes = (from) =>
  `import * as calls from '@countersign/contract/${from}.ts'\nbind(app, context, calls.getTemplate, () => {})\n`
const list = (words, from = 'templates') => ({
  [`${contract}/endpoints.ts`]: `import * as templates from './${from}.ts'\nconst groups = [['${words}', templates]]\n`,
})

test('a call that is served in the folder of its noun, under a group of its name, is where one looks for it', () => {
  const served = { 'apps/api/src/signing/templates/routes.ts': routes('templates') }
  expect(misplacedCalls({ ...templates, ...served, ...list('Templates') })).toEqual([])
})

test('a call of programs is served in the context of programs, or above it where it takes all of the product', () => {
  const health = { [`${contract}/integration/health.ts`]: 'export const getHealth = endpoint({})\n' }
  for (const folder of ['integration', 'app'])
    expect(
      misplacedCalls({
        ...health,
        [`apps/api/src/${folder}/health/routes.ts`]: routes('integration/health'),
      }),
    ).toEqual([])
  expect(
    misplacedCalls({ ...health, 'apps/api/src/signing/health/routes.ts': routes('integration/health') }),
  ).toEqual([expect.stringContaining('their place is integration/health/routes.ts')])
})

const elsewhere = [
  'signing/templates/template-routes.ts',
  'signing/bulk-sends/routes.ts',
  'signing/templates/parts/routes.ts',
]

test.each(elsewhere)('a call that %s serves is found as misplaced', (file) => {
  const own = { 'apps/api/src/signing/templates/routes.ts': routes('templates') }
  expect(misplacedCalls({ ...templates, ...own, [`apps/api/src/${file}`]: routes('templates') })).toEqual([
    expect.stringContaining('their place is templates/routes.ts'),
  ])
})

test('a call that is imported by its name is found as well, and a schema is no call', () => {
  const own = { 'apps/api/src/signing/templates/routes.ts': routes('templates') }
  const other = (what) => ({
    'apps/api/src/app/x/routes.ts': `import { ${what} } from '@countersign/contract/templates.ts'\nbind(app, context, y, () => {})\n`,
  })
  expect(misplacedCalls({ ...templates, ...own, ...other('getTemplate as y') })).toHaveLength(1)
  expect(misplacedCalls({ ...templates, ...own, ...other('Template, type draft') })).toEqual([])
})

test('a noun that no folder has, or two, is found', () => {
  expect(misplacedCalls({ ...templates, ...list('Templates') })).toEqual([
    expect.stringContaining('0 folders named templates'),
  ])
  const twice = ['signing', 'business'].map((context) => [
    `apps/api/src/${context}/templates/routes.ts`,
    routes('templates'),
  ])
  expect(misplacedCalls({ ...templates, ...list('Templates'), ...Object.fromEntries(twice) })).toEqual([
    expect.stringContaining('2 folders named templates'),
  ])
})

test('a group of the API description that is not named by its noun is found', () => {
  const own = { 'apps/api/src/signing/templates/routes.ts': routes('templates') }
  expect(misplacedCalls({ ...templates, ...own, ...list('Models') })).toEqual([
    expect.stringContaining('the group “Models” has the calls of templates.ts'),
  ])
})
