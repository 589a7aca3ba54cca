import { fileURLToPath } from 'node:url'
import { Language } from '@countersign/contract/values.ts'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, test } from 'vitest'
import { mailWords, placeholdersOf } from '../../mail-words.ts'

const configPath = fileURLToPath(new URL('../../lingui.config.ts', import.meta.url))
const config = getConfig({ configPath })
const [catalogue] = await getCatalogs(config)
const inSources = (await catalogue?.collect()) ?? {}

test.each(Language.options)(
  'the catalogue of %s has each word of the emails, and no other',
  async (locale) => {
    const held = (await catalogue?.read(locale)) ?? {}
    expect(Object.keys(inSources).length).toBeGreaterThan(200)
    const missing = Object.entries(inSources).filter(([id]) => !held[id]?.translation?.trim())
    const left = Object.entries(held).filter(([id]) => id !== '' && !(id in inSources))
    const words = ([id, { message }]: [string, { message?: string }]) => message ?? id
    expect({ missing: missing.map(words), left: left.map(words) }).toEqual({ missing: [], left: [] })
  },
)

test.each(Language.options)('each translation of %s has the placeholders of its message', async (locale) => {
  const held = (await catalogue?.read(locale)) ?? {}
  for (const { message = '', translation = '' } of Object.values(held))
    expect([translation, placeholdersOf(translation)]).toEqual([translation, placeholdersOf(message)])
})

const extract = (code: string) => {
  const found: unknown[] = []
  const context = { linguiConfig: config }
  void mailWords.extract('words.ts', code, ({ message, context: of }) => found.push([message, of]), context)
  return found
}

test('the extractor finds a message with its values and its context', () => {
  const code = `const words = [say('Hello {name},', { name }), say('Sign', {}, 'button')]`
  expect(extract(code)).toEqual([
    ['Hello {name},', undefined],
    ['Sign', 'button'],
  ])
})

test('a message that is put together, or lacks a value, is not extracted', () => {
  expect(() => extract('say(`Hello ${name}`)')).toThrow('words.ts:1')
  expect(() => extract(`say('Hello {name}', { title })`)).toThrow('words.ts:1')
  expect(() => extract(`say('{n, plural, one {# page} other {# pages}}')`)).toThrow('words.ts:1')
})
