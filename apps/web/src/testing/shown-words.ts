import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

/** What a part of a page says in English, without what comes later and without its markup. */
export function shownWords<Props extends object>(part: ComponentType<Props>, props: Props): string {
  const markup = renderToStaticMarkup(createElement(I18nProvider, { i18n }, createElement(part, props)))
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}
