import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

// The German of the product is that of Switzerland: no ß. It speaks formally, as do its French and Italian.

const root = fileURLToPath(new URL('../../../../', import.meta.url))

function textsIn(language: string): { file: string; text: string }[] {
  const catalogs = readdirSync(path.join(root, 'apps/web/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(`${path.sep}${language}.po`))
    .map((file) => path.join('apps/web/src', file))
  const files = [
    ...catalogs,
    `apps/api/src/mail/locales/${language}.po`,
    `apps/api/src/app/audit-trail/protocol-words/${language}.ts`,
  ]
  return files.map((file) => ({ file, text: saidIn(readFileSync(path.join(root, file), 'utf8'), file) }))
}

/** Of a catalog the translations alone: its keys are English. */
function saidIn(content: string, file: string): string {
  if (!file.endsWith('.po')) return content
  return content
    .split('\n')
    .filter((line) => line.startsWith('msgstr') || line.startsWith('"'))
    .join('\n')
}

function linesWith(language: string, wrong: RegExp): string[] {
  return textsIn(language).flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => wrong.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
}

it.each([
  ['German', 'de', /ß/],
  ['German', 'de', /(?<!\p{L})(?:du|dich|dir|dein\p{L}*)(?!\p{L})/u],
  ['French', 'fr', /(?<!\p{L})(?:tu|toi|ton|ta|tes)(?!\p{L})|\bt['’](?=\p{L})/iu],
  // The first word of a button is an imperative, such as “Firma”; sentences are formal.
  ['Italian', 'it', /(?<!\p{L})(?:tu|tuo|tua|tuoi|tue)(?!\p{L})/iu],
  ['Italian', 'it', /(?<!msgstr ")(?<!\p{L})(?:clicca|inserisci|scegli|torna)(?!\p{L})/iu],
])('%s (%s) has nothing like %s', (_name, language, wrong) => {
  expect(linesWith(language, wrong)).toEqual([])
})
