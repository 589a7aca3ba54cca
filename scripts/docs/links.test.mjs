import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inRoot, root } from '../paths.mjs'

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })]
const read = (page) => readFileSync(inRoot(page), 'utf8')
const withoutCode = (text) => text.replace(/^```[\s\S]*?^```$/gm, '')

/** How GitHub names a heading in an address. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (page) =>
  [...withoutCode(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, text]) => anchorOf(text))

/** What a page links to that isn't there: a file, or a heading of a page. */
function brokenLinks(page) {
  const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to)
  return links.filter((to) => {
    if (/^[a-z]+:/.test(to)) return false
    const [file, anchor] = to.split('#')
    const target = file ? path.join(path.dirname(page), file) : page
    if (!existsSync(inRoot(target))) return true
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
  })
}

test.each(pages)('every link of %s leads somewhere', (page) => {
  expect(brokenLinks(page)).toEqual([])
})

/** From where a page may name a file: `signing/signing/sign.ts`, `apps/web/src/main.tsx`. */
const places = [
  '',
  'apps/api/src',
  'apps/web/src',
  'packages/contract/src',
  'packages/pdf-signature/src',
  'packages/pdf-signature/fuzz',
  'docs',
]
const isThere = (named) => places.some((place) => existsSync(inRoot(place, named)))

test.each(pages.filter((page) => page !== 'CHANGELOG.md'))('every file that %s names is there', (page) => {
  const named = [...withoutCode(read(page)).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?|[\w-]+\/)`/g)].map(
    ([, one]) => one,
  )
  const files = named.filter((one) => /\.(ts|tsx|mjs|sql|md|po|json)$|\/$/.test(one))
  expect(files.filter((one) => !isThere(one))).toEqual([])
})

const repositoryFiles = new Set(
  globSync('{apps,packages,scripts,e2e,bench,corpus,deploy}/**/*.{ts,tsx,mjs,sql,po,json}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).map((file) => path.basename(file)),
)

/** Stands for files of any name: `x.test.ts`, `00NN-what-it-is-about.sql`. */
const anyName = /^(x\.|00NN-)/

test.each(pages.filter((page) => !/CHANGELOG|decisions/.test(page)))(
  'every file that %s names without its folder is there',
  (page) => {
    const named = [...withoutCode(read(page)).matchAll(/`([\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs|sql))`/g)].map(
      ([, name]) => name,
    )
    expect(named.filter((name) => !repositoryFiles.has(name) && !anyName.test(name))).toEqual([])
  },
)
