import { I18nProvider } from '@lingui/react'
import { setupI18n, type Messages } from '@lingui/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { messages as de } from '../locales/de.po'
import { messages as en } from '../locales/en.po'
import { messages as fr } from '../locales/fr.po'
import { messages as it } from '../locales/it.po'
import { SeedValueFields } from './seed-value-fields.tsx'

const catalogs: Record<string, Messages> = { en, de, fr, it }

test.each([
  ['en', 'Notary: this field requires', 'Notary, Bank: these fields require'],
  ['de', 'Notary: Dieses Feld verlangt', 'Notary, Bank: Diese Felder verlangen'],
  ['fr', 'Notary\u00a0: ce champ exige', 'Notary, Bank\u00a0: ces champs exigent'],
  ['it', 'Notary: questo campo richiede', 'Notary, Bank: questi campi richiedono'],
])('one field that can’t be used is named in the singular, in %s', (locale, one, several) => {
  const i18n = setupI18n({ locale, messages: { [locale]: catalogs[locale] ?? {} } })
  const shown = (names: string[]) =>
    renderToStaticMarkup(createElement(I18nProvider, { i18n }, createElement(SeedValueFields, { names })))
  expect(shown(['Notary'])).toContain(one)
  expect(shown(['Notary', 'Bank'])).toContain(several)
})
