import { describe, expect, it } from 'vitest'
import { chooseLanguage, isDirectPath } from './language.ts'

describe('the language', () => {
  it('is that of the address, then the account, the cookie, the browser', () => {
    const wishes = { query: 'de', account: 'fr', cookie: 'en', browser: ['it'], direct: false }
    expect(chooseLanguage(wishes)).toBe('de')
    expect(chooseLanguage({ ...wishes, query: null })).toBe('fr')
    expect(chooseLanguage({ ...wishes, query: null, account: null })).toBe('en')
    expect(chooseLanguage({ browser: ['pl', 'fr-CA', 'de'], direct: false })).toBe('fr')
  })
  it('is never Italian for a user, and may be by a link', () => {
    expect(chooseLanguage({ query: 'it', browser: ['it-IT', 'de-CH'], direct: false })).toBe('de')
    expect(chooseLanguage({ query: 'it', direct: true })).toBe('it')
  })
  it('is English where no wish is offered', () => {
    expect(chooseLanguage({ query: '../../etc', cookie: 'xx', browser: ['pl'], direct: true })).toBe('en')
  })
})

it('the app knows the pages that a link opens', () => {
  expect(isDirectPath('/direct-sign/1/2')).toBe(true)
  expect(isDirectPath('/view/1/2')).toBe(true)
  expect(isDirectPath('/view/1')).toBe(false)
  expect(isDirectPath('/dashboard')).toBe(false)
})
