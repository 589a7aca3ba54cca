import { loadCatalogs, type Words } from '#web/lib/language/i18n.ts'

const words: Words = {
  name: 'verify',
  load: (language) => import(`./locales/${language}.po`),
}

export function loadWords(): Promise<void> {
  return loadCatalogs(words, 'signedIn')
}
