import { loadCatalogs, type Words } from '#web/lib/language/i18n.ts'

const words: Words = {
  name: 'businesses',
  load: (language) => import(`./locales/${language}.po`),
}

/** Of every page of a business. What may go wrong there is with the seals' words. */
export function loadBusinessWords(): Promise<void> {
  return loadCatalogs(words, 'profileErrors')
}
