import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languageOf, openPagePreloads, type PagePreloads } from './page-preloads.ts'

const chunk = (file: string, imports: readonly string[] = [], css: readonly string[] = []) => ({
  file: `assets/${file}`,
  imports,
  css,
})
const manifest = {
  'index.html': chunk('index.js', ['_base.js']),
  '_base.js': chunk('base.js'),
  '_signing.js': chunk('signing.js', ['_base.js'], ['assets/signing.css']),
  'src/routes/direct-sign/direct-sign.tsx': chunk('page.js', ['_signing.js']),
  'src/routes/with-queries.tsx': chunk('queries.js', ['_base.js']),
  'src/locales/en.po': chunk('en.js'),
  'src/locales/fr.po': chunk('fr.js'),
}

let dist: string
let preloads: PagePreloads
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'preloads-'))
  await mkdir(join(dist, '.vite'))
  await writeFile(join(dist, '.vite', 'manifest.json'), JSON.stringify(manifest))
  preloads = await openPagePreloads(dist)
})
afterAll(() => rm(dist, { recursive: true }))

const filesIn = (tags: string) => [...tags.matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file)

test('the page of a link has its scripts, styles and words loaded at once, and nothing that the page names itself', () => {
  const tags = preloads('/view/140bdc0c/UvwfqO5mXp', 'fr')
  expect(new Set(filesIn(tags))).toEqual(
    new Set(['fr.js', 'page.js', 'queries.js', 'signing.css', 'signing.js']),
  )
  expect(tags).toContain('<link rel="preload" as="style" href="/assets/signing.css">')
  expect(tags).toContain('<link rel="modulepreload" href="/assets/page.js">')
})

test('a page that few people open has none', () => {
  expect(preloads('/business/domains', 'en')).toBe('')
})

test('without a build there are none', async () => {
  const none = await openPagePreloads(join(dist, 'elsewhere'))
  expect(none('/dashboard', 'en')).toBe('')
})

test('the language is that of the address, else of the cookie, else of the browser', () => {
  const headers = { cookie: 'a=b; lang=de', 'accept-language': 'pt-BR, it;q=0.8, en;q=0.5' }
  expect(languageOf({ url: '/login?lang=fr', headers })).toBe('fr')
  expect(languageOf({ url: '/login', headers })).toBe('de')
  expect(languageOf({ url: '/login', headers: { ...headers, cookie: 'lang=xx' } })).toBe('it')
  expect(languageOf({ url: '/login?lang=', headers: {} })).toBe('en')
})
