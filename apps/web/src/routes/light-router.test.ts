import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { withoutContent } from '../../light-router.ts'

const router = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../node_modules/@tanstack/${file}`, import.meta.url)), 'utf8')

it('the plugin keeps the names of what it leaves out, which the router’s index exports', () => {
  expect(withoutContent(router('react-router/dist/esm/link.js'))).toContain('export const Link = undefined')
  expect(withoutContent(router('router-core/dist/esm/searchParams.js'))).toContain(
    'export const defaultParseSearch = undefined',
  )
})

it('the plugin is safe: no page uses the router’s links or its way of reading a query', () => {
  const sources = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('**/*.{ts,tsx}', { cwd: sources }).filter((file) => !file.includes('.test.'))
  const used = files.filter((file) =>
    /\b(?:Link|createLink|linkOptions|useLinkProps|defaultParseSearch|defaultStringifySearch|parseSearchWith|stringifySearchWith)\b[^;'"]*from '@tanstack\/react-router'|[rR]oute\.Link\b/.test(
      readFileSync(sources + file, 'utf8'),
    ),
  )
  expect(files.length).toBeGreaterThan(50)
  expect(used).toEqual([])
  expect(readFileSync(`${sources}routes/tree.ts`, 'utf8')).toMatch(
    /\n {2}parseSearch,\n {2}stringifySearch,\n/,
  )
})
