import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPagePreloads } from './page-preloads.ts'
import { type Asset, etagOf } from './web-asset.ts'

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
  'src/routes/login.tsx': chunk('login.js'),
  'src/locales/en.po': chunk('en.js'),
  'src/locales/fr.po': chunk('fr.js'),
  'src/locales/de.po': chunk('de.js'),
  'src/locales/it.po': chunk('it.js'),
}

let dist: string
let preloads: Awaited<ReturnType<typeof openPagePreloads>>
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'preloads-'))
  await mkdir(join(dist, '.vite'))
  await writeFile(join(dist, '.vite', 'manifest.json'), JSON.stringify(manifest))
  preloads = await openPagePreloads(dist)
})
afterAll(() => rm(dist, { recursive: true }))

const content = Buffer.from('<html><head><title>Countersign</title></head></html>')
const page: Asset = { type: 'text/html', content, etag: etagOf(content), hashed: false, packed: new Map() }
const headers = { 'accept-language': 'fr-CH' }
const ask = (url: string, of: Record<string, string> = headers) => preloads(page, { url, headers: of })
const filesIn = ({ content: html }: Asset) =>
  new Set([...html.toString().matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file))

test('the page of a link has its scripts, styles and words loaded at once, and nothing that the page names itself', () => {
  const given = ask('/view/140bdc0c/UvwfqO5mXp')
  expect(filesIn(given)).toEqual(new Set(['fr.js', 'page.js', 'queries.js', 'signing.css', 'signing.js']))
  const html = given.content.toString()
  expect(html).toContain('<title>Countersign</title><link rel=')
  expect(html).toContain('<link rel="preload" as="style" href="/assets/signing.css">')
  expect(html).toContain('<link rel="modulepreload" href="/assets/page.js">')
  expect(given.etag).toBe(etagOf(given.content))
})

test('a page is made once for each language, for all links', () => {
  const given = ask('/view/140bdc0c/UvwfqO5mXp')
  expect(ask('/direct-sign/other/link?lang=fr')).toBe(given)
  expect(ask('/view/140bdc0c/UvwfqO5mXp?lang=en')).not.toBe(given)
})

test('the address of the installation has what its sign-in page loads', () => {
  expect(filesIn(ask('/login'))).toEqual(new Set(['login.js', 'fr.js']))
  expect(filesIn(ask('/'))).toEqual(filesIn(ask('/login')))
})

test('a page that few people open stays as it is', () => {
  expect(ask('/business/domains')).toBe(page)
})

test('without a build every page stays as it is', async () => {
  const none = await openPagePreloads(join(dist, 'elsewhere'))
  expect(none(page, { url: '/dashboard', headers })).toBe(page)
})

test('the language is that of the address, else of the cookie, else of the browser', () => {
  const words = (url: string, of: Record<string, string>) =>
    [...filesIn(ask(url, of))].filter((file) => /^(en|de|fr|it)\.js$/.test(file ?? ''))
  const told = { cookie: 'a=b; lang=de', 'accept-language': 'pt-BR, it;q=0.8, en;q=0.5' }
  expect(words('/view/1/2?lang=fr', told)).toEqual(['fr.js'])
  expect(words('/view/1/2', told)).toEqual(['de.js'])
  expect(words('/view/1/2', { ...told, cookie: 'lang=xx' })).toEqual(['it.js'])
  expect(words('/view/1/2?lang=', {})).toEqual(['en.js'])
})

test('a page of an account has no Italian words, which the app would not show', () => {
  expect(filesIn(ask('/dashboard', { 'accept-language': 'it, fr;q=0.5' }))).toEqual(
    new Set(['queries.js', 'fr.js']),
  )
})
