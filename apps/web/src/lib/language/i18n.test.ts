import { i18n } from '@lingui/core'
import { afterEach, expect, it, vi } from 'vitest'
// What it is about: every sentence is said by it once it is loaded.
import { activateLanguage, loadCatalogs } from './i18n.ts'

afterEach(() => vi.unstubAllGlobals())

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

it('of two languages chosen one after the other the last one is shown, whatever is there first', async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await activateLanguage('en')
  const slow = Promise.withResolvers<{ messages: object }>()
  const load = (language: string) => (language === 'de' ? slow.promise : Promise.resolve({ messages: {} }))
  await loadCatalogs({ name: 'slow', load })
  const first = activateLanguage('de')
  await activateLanguage('fr')
  expect(i18n.locale).toBe('fr')
  slow.resolve({ messages: {} })
  await first
  expect(i18n.locale).toBe('fr')
  expect(document.documentElement.lang).toBe('fr-CH')
})
