import { AccountLanguage, Language } from '@countersign/contract/values.ts'
import { expect, test } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

test.each([
  [['de-CH'], 'de'],
  [[null, 'rm, it-CH;q=0.9, en;q=0.8'], 'en'],
  [['it', 'de-CH'], 'de'],
  [['es', 'fr;q=0.5'], 'fr'],
  [['enx', 'deutsch'], 'en'],
  [[null, undefined, ''], 'en'],
  [['EN-us', 'de'], 'en'],
])('the language of %j for an account is %s', (tags, language) => {
  expect(chooseLanguage(AccountLanguage.options, ...tags)).toBe(language)
})

test('Italian is found where it is offered', () => {
  expect(chooseLanguage(Language.options, 'rm, it-CH;q=0.9')).toBe('it')
})
