import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RowProblemCode } from '../../packages/contract/src/bulk-sends.ts'
import { endpoints } from '../../packages/contract/src/endpoints.ts'
import { errors } from '../../packages/contract/src/errors.ts'
import { inRoot, root } from '../paths.mjs'

const pages = ['README.md', ...globSync('docs/*.md', { cwd: root })]
const read = (page) => readFileSync(inRoot(page), 'utf8')
const guide = read('docs/api.md')

const withoutNames = (path) => path.replaceAll(/\{[^}]*\}|\$\w+/g, '{}')
const paths = new Set(endpoints.map(({ path }) => withoutNames(path)))
const calls = new Set(endpoints.map(({ method, path }) => `${method} ${withoutNames(path)}`))

/** `GET /v1/user` and `/v1/login` in sentences and tables, and the addresses of curl's examples. */
const callsOf = (page) => [
  ...[...read(page).matchAll(/`(?:(GET|POST|PUT|DELETE|PATCH) )?(\/v\d\/[^`\s?]*)/g)].map(
    ([, method, path]) => ({ method, path: withoutNames(path) }),
  ),
  ...[...read(page).matchAll(/(?:\$base|localhost:\d+)(\/v\d\/[^\s"'?]+)/g)].map(([, path]) => ({
    path: withoutNames(path),
  })),
]

test.each(pages)('every call that %s names is in the contract', (page) => {
  const wrong = callsOf(page)
    .filter(({ path }) => !path.includes('…'))
    .filter(({ method, path }) => (method ? !calls.has(`${method} ${path}`) : !paths.has(path)))
  expect(wrong).toEqual([])
})

test('the calls of the API guide are found', () => {
  expect(callsOf('docs/api.md').length).toBeGreaterThan(60)
})

/** Members of bodies that are written like a key of an error. */
const members = /^(visual_signature|second_factor)\.(positions|form_field|image|passkey)$/
const file = /\.(ts|md|mjs|json|key|pem|env)$/

test.each(pages)('every error that %s names by its key is in the contract', (page) => {
  const groups = new Set(Object.keys(errors).map((key) => key.split('.')[0]))
  const named = [...read(page).matchAll(/`(\w+\.\w+)`/g)].map(([, key]) => key)
  const keys = named.filter((key) => groups.has(key.split('.')[0]) && !members.test(key) && !file.test(key))
  expect(keys.filter((key) => !Object.hasOwn(errors, key))).toEqual([])
})

test('the API guide has every reason for which a row of a bulk send is not sent', () => {
  expect(RowProblemCode.options.filter((code) => !guide.includes(`\`${code}\``))).toEqual([])
})
