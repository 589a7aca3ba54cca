import { loadCatalogs, type Words } from '#web/lib/language/i18n.ts'

const words: Words = {
  name: 'billing',
  load: (language) => import(`./locales/${language}.po`),
}

/** Of the pages, overlays and dialogs of plans and payments, with what may go wrong there. */
export function loadBillingWords(): Promise<void> {
  return loadCatalogs(words, 'profileErrors')
}
