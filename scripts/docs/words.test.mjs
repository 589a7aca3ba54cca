import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../../packages/contract/src/endpoints.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file) => readFileSync(path.join(root, file), 'utf8')

// English that reads as translated, and words the product has another one for.
const foreign =
  /\b(whoever|whomever|somebody|anew|hand(?:s|ed|ing)? on|stands? in|telephones?(?!=)|e-mails?|signature protocol|by itself|for want of|any more|what there is|mended|good for (?:an|one|\d+)|what becomes of|own accord|proves? who|thus|hereby|fills? in in|tak(?:e|es|en) back|the mail of|weight of)\b/gi
// In comments, the worst of them.
const foreignInComments = /\b(whoever|whomever|somebody|anew|for want of|e-mails?|signature protocol)\b/gi
// Only where a reader fears it: an upload, a form that isn't saved, a signature in progress.
const reassuring = /\bnothing (?:was|is) lost\b/gi

const found = (where, text, words) =>
  [...text.matchAll(words)].map(
    ({ 0: word, index }) =>
      `${where}: ${text.slice(Math.max(0, index - 40), index + word.length + 20).replaceAll('\n', ' ')}`,
  )

/** What is between quotes in a file of words: a comment isn't read by a user. */
const quoted = (source) =>
  source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g)
    ?.join('\n') ?? ''

/** The messages of a catalogue, without its comments and line ends. */
const messagesIn = (catalogue) => catalogue.replace(/^#.*$/gm, '').replace(/"\n"/g, '')

const texts = {
  'the English catalogues': () =>
    globSync('apps/web/src/**/locales/en.po', { cwd: root }).map((file) => [file, messagesIn(read(file))]),
  'the English emails': () =>
    globSync('apps/api/src/mail/**/locales/en.po', { cwd: root }).map((file) => [
      file,
      messagesIn(read(file)),
    ]),
  'the API description': () => endpoints.map(({ name, summary }) => [name, summary]),
  'the documents': () =>
    ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root })].map((file) => [
      file,
      read(file),
    ]),
  'the words of the audit trail': () => [
    ['audit trail', quoted(read('apps/api/src/app/audit-trail/protocol-words/en.ts'))],
  ],
  'the errors of the API': () => [['errors', quoted(read('packages/contract/src/errors.ts'))]],
  'the pages where codes are typed': () => [
    ['code pages', quoted(read('apps/api/src/signing/verification-host/page-words.ts'))],
  ],
  'the pages of the sandbox': () =>
    globSync('apps/sandbox/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/*.fixture.ts'] }).map(
      (file) => [file, quoted(read(file))],
    ),
}

/** Comments, for those who work on the code. */
const comments = () =>
  globSync('{apps,packages,scripts,e2e,bench}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', 'scripts/docs/words.test.mjs'],
  }).map((file) => [file, (read(file).match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? []).join('\n')])

test.each(Object.keys(texts))('plain English: %s', (kind) => {
  const all = texts[kind]()
  expect(all.map(([, text]) => text).join('').length).toBeGreaterThan(1000)
  expect(all.flatMap(([where, text]) => found(where, text, foreign))).toEqual([])
})

test('plain English: the comments and the decision records', () => {
  const records = globSync('docs/decisions/*.md', { cwd: root }).map((file) => [file, read(file)])
  const all = [...comments(), ...records]
  expect(all.length).toBeGreaterThan(1000)
  expect(all.flatMap(([where, text]) => found(where, text, foreignInComments))).toEqual([])
})

/** One word for one thing, as words.md and the glossaries of the catalogues have it; French spaces don't break. */
const wrongWords = {
  de: /ß|\bFirm(?:a|en)\b|Beobachter|unterzeichne[nt]\b|berichtig|\b(?:du|dein)\b|E-Mail Adresse/gi,
  fr: /\bsceaux?\b|\bsièges?\b|téléverse|[^\u00A0\u202F?!»] ?[?!»]| [:;]|«[^\u00A0\u202F]|\b(?:tu|ton)\b/gi,
  it: /interpell|\bprotocoll|comprovat|\b(?:tuo|tua)\b/gi,
}

test.each(Object.keys(wrongWords))('one word for one thing: %s', (language) => {
  const files = globSync(`apps/{web,api}/src/**/locales/${language}.po`, { cwd: root })
  const translations = (file) =>
    messagesIn(read(file))
      .match(/^msgstr(?:\[\d\])? .*(?:\n".*)*/gm)
      ?.map((text) => text.replace(/^msgstr(?:\[\d\])? "/, '').replace(/"$/, ''))
      .join('\n') ?? ''
  expect(files.length).toBeGreaterThan(10)
  expect(files.flatMap((file) => found(file, translations(file), wrongWords[language]))).toEqual([])
})

test('no more than a few sentences say that nothing was lost', () => {
  const all = ['the English catalogues', 'the English emails'].flatMap((kind) => texts[kind]())
  expect(all.flatMap(([where, text]) => found(where, text, reassuring)).length).toBeLessThanOrEqual(6)
})

test('a foreign word is found', () => {
  expect(found('a page', 'Whoever signs is told.', foreign)).toEqual(['a page: Whoever signs is told.'])
})
