import { loadCatalogs, type Words } from '#web/lib/language/i18n.ts'

const words: Words = {
  name: 'seals',
  load: (language) => import(`./locales/${language}.po`),
}

/** Those of pictures that are refused are with the profile's. */
export function loadWords(): Promise<void> {
  return loadCatalogs(words, 'profileErrors')
}
