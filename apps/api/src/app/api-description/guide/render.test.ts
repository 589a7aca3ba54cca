import { expect, test } from 'vitest'
import { guidePages } from './pages.ts'
import { renderPage } from './render.ts'

const pages = guidePages.map((page) => ({ ...page, html: renderPage(page, 'https://sign.example.org') }))

test('the guide begins with the first request, under the name of the API', () => {
  expect(pages[0]?.path).toBe('/docs')
  expect(pages[0]?.html).toContain('<title>Send your first request · Countersign API</title>')
})

test('each page leads to every other and to both references, and says which one it is', () => {
  const all = [...pages.map(({ path }) => path), '/docs/reference', '/docs/reference/integration']
  for (const { html, path } of pages) {
    for (const other of all) expect(html).toContain(`<a href="${other}"`)
    expect(html.match(/aria-current="page"/g)).toHaveLength(1)
    expect(html).toContain(`<a href="${path}" aria-current="page">`)
  }
})

test('a page has no script, no style of its own and nothing from elsewhere', () => {
  for (const { html } of pages) {
    expect(html).not.toMatch(/<script|style=|(?:src|href)="https?:/)
    expect(html).not.toContain('{origin}')
  }
})
