import { i18n, type MessageDescriptor, type MessageOptions } from '@lingui/core'
import type { Language } from '@countersign/contract/values.ts'
import { readCookie, writeCookie } from '../browser/cookie.ts'
import { withElisions } from './elisions.ts'
import { chooseLanguage, isDirectPath, languageIn, localeOf } from './language.ts'
import type { laterWords } from './later-words.ts'
import type { Load } from './load-words.ts'

/** The words of a part of the app. A part is loaded when a route needs it. */
const words = {
  main: (language) => import(`../../locales/${language}.po`),
  requests: (language) => import(`../../features/dashboard/locales/${language}.po`),
  signedIn: (language) => import(`../../locales/signed-in/${language}.po`),
  documents: (language) => import(`../../features/documents/locales/${language}.po`),
  general: (language) => import(`../../features/navigation/locales/${language}.po`),
} satisfies Record<string, Load>
/** Those that no first view needs: the first page does not carry their addresses either. */
type LaterWords = keyof typeof laterWords
/** A part that brings its way of loading along: the first page need not know of it. */
export type Words = { readonly name: string; readonly load: Load }
type Catalog = keyof typeof words | LaterWords | Words

const needed = new Set<Catalog>(['main'])
const loaded = new Set<string>()

async function load(catalog: Catalog, language: Language): Promise<void> {
  const own = typeof catalog === 'object'
  const key = `${own ? catalog.name : catalog}.${language}`
  if (loaded.has(key)) return
  const { messages } = await (own ? catalog.load : await loaderOf(catalog))(language)
  i18n.load(language, messages)
  loaded.add(key)
}

async function loaderOf(catalog: keyof typeof words | LaterWords): Promise<Load> {
  return catalog in words
    ? words[catalog as keyof typeof words]
    : (await import('./later-words.ts')).laterWords[catalog as LaterWords]
}

/** Loads the words of parts in the language that is shown, now and whenever it changes. */
export async function loadCatalogs(...catalogs: readonly Catalog[]): Promise<void> {
  for (const catalog of catalogs) needed.add(catalog)
  await Promise.all(catalogs.map((catalog) => load(catalog, i18n.locale as Language)))
}

const say = i18n.t

/** What every sentence of a page is said by: in Italian the article depends on the day that comes after it. */
function sayInItalianToo(
  id: string | MessageDescriptor,
  values?: Readonly<Record<string, unknown>>,
  options?: MessageOptions,
): string {
  if (typeof id !== 'string') return sayInItalianToo(id.id, id.values, { message: id.message })
  const said = say(id, values, options)
  return i18n.locale === 'it' ? withElisions(said, values) : said
}
i18n._ = i18n.t = sayInItalianToo

let wanted: Language

export async function activateLanguage(language: Language): Promise<void> {
  wanted = language
  // A route that comes meanwhile may need more.
  for (let ready = 0; ready < needed.size;) {
    ready = needed.size
    await Promise.all([...needed].map((catalog) => load(catalog, language)))
  }
  // Another one was asked for meanwhile.
  if (wanted !== language) return
  i18n.activate(language)
  document.documentElement.lang = localeOf(language)
}

/** Changes the language because the person asked for it: remembered in a cookie. */
export async function selectLanguage(language: Language): Promise<void> {
  writeCookie('lang', language)
  await activateLanguage(language)
}

/** The language by address, account, cookie and browser. */
export function wantedLanguage(account?: string): Language {
  return chooseLanguage({
    query: languageIn(new URLSearchParams(location.search)),
    account: account ?? null,
    cookie: readCookie('lang'),
    browser: navigator.languages,
    direct: isDirectPath(location.pathname),
  })
}
