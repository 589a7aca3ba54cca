import type { Language } from '@countersign/contract/values.ts'

export const languages = ['en', 'de', 'fr', 'it'] as const satisfies readonly Language[]
/** Italian is there for people who sign by a link, and cannot be chosen by a user. */
export const selectableLanguages = ['en', 'de', 'fr'] as const satisfies readonly Language[]

export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
}

interface LanguagePreferences {
  /** From the address's `lang`. */
  query?: string | null
  account?: string | null
  /** The one that shows: it stays while nothing better is known. */
  shown?: string | null
  cookie?: string | null
  browser?: readonly string[]
  /** A direct-sign page, where Italian is offered too. */
  direct: boolean
}

/** What the address asks for: `lang`, or `language`. */
export function languageIn(query: URLSearchParams): string | null {
  return query.get('lang') ?? query.get('language')
}

/** The first wish that is offered here: address, account, what shows, cookie, browser; English otherwise. */
export function chooseLanguage({
  query,
  account,
  shown,
  cookie,
  browser = [],
  direct,
}: LanguagePreferences): Language {
  const offered: readonly string[] = direct ? languages : selectableLanguages
  for (const wish of [query, account, shown, cookie, ...browser]) {
    const code = wish?.toLowerCase().split('-')[0]
    if (code !== undefined && offered.includes(code)) return code as Language
  }
  return 'en'
}

/** Is this a page of direct sign? */
export function isDirectPath(path: string): boolean {
  return path.startsWith('/direct-sign/') || /^\/view\/[^/]+\/[^/]+/.test(path)
}

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-CH', fr: 'fr-CH', it: 'it' }

/** What numbers, dates and the page itself are in. */
export function localeOf(language: string): string {
  return locales[language as Language] ?? locales.en
}
