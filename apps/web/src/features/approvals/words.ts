import { loadCatalogs, type Words } from '#web/lib/language/i18n.ts'

/** Only who has something to approve loads these words; what may be refused has its own among those of signing. */
const words: Words = {
  name: 'approvals',
  load: (language) => import(`./locales/${language}.po`),
}

export const loadApprovalWords = () => loadCatalogs(words, 'signing', 'signedIn', 'profileErrors')
