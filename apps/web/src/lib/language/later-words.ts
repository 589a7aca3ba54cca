import type { Load } from './load-words.ts'

/** The words of parts that come after the first view: the table is loaded with the first of them. */
export const laterWords = {
  signing: (language) => import(`../../features/signing/locales/${language}.po`),
  compose: (language) => import(`../../features/compose/locales/${language}.po`),
  entry: (language) => import(`../../features/sign-up/locales/${language}.po`),
  profile: (language) => import(`../../features/profile/locales/${language}.po`),
  profileErrors: (language) => import(`../../locales/profile-errors/${language}.po`),
  visualSignatures: (language) => import(`../../features/visual-signatures/locales/${language}.po`),
  outside: (language) => import(`../../outside/locales/${language}.po`),
} satisfies Record<string, Load>
