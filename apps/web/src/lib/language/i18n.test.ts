import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
// What it is about: every sentence is said by it once it is loaded.
import './i18n.ts'

it('a sentence in Italian elides the article before the eighth and the eleventh', () => {
  i18n.load('it', { expires: ['scade il ', ['day']] })
  i18n.load('de', { expires: ['al ', ['day']] })
  i18n.activate('it')
  expect(i18n._('expires', { day: '8 mar 2026' })).toBe('scade l’8 mar 2026')
  expect(i18n.t({ id: 'expires', values: { day: '11 mar 2026' } })).toBe('scade l’11 mar 2026')
  expect(i18n._('expires', { day: '9 mar 2026' })).toBe('scade il 9 mar 2026')
  i18n.activate('de')
  expect(i18n._('expires', { day: '8 mar 2026' })).toBe('al 8 mar 2026')
})
