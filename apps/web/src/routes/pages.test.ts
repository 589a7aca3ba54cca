import { isPage, pages } from '@countersign/contract/pages.ts'
import { expect, it, vi } from 'vitest'

it('the server knows each page of the router, and no other', async () => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  const { router } = await import('./tree.ts')
  const paths = Object.values(router.routesById).map(({ fullPath }) => fullPath)
  expect(new Set(paths.filter(Boolean))).toEqual(new Set(pages))
})

it.each(pages)('%s is a page, with and without a slash at its end', (page) => {
  const whole = page.replaceAll(/\{-\$\w+\}|\$\w+/g, 'x')
  const least = page.replaceAll(/\/\{-\$\w+\}/g, '').replaceAll(/\$\w+/g, 'x')
  expect([whole, least, `${whole}/`].filter((path) => !isPage(path))).toEqual([])
})

it.each([
  '/.env',
  '/.git/config',
  '/metrics',
  '/package.json',
  '/view',
  '/view/a/b/c',
  '/loginx',
  '/business/x',
])('%s is no page', (path) => expect(isPage(path)).toBe(false))
