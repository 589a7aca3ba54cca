import type { Words } from '#web/lib/i18n.ts'

/** Only who comes to do something loads these words. */
export const requestActs: Words = {
  name: 'requestActs',
  load: (language) => import(`./locales/${language}.po`),
}
