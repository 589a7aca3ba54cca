import { withWords as withActionWords } from '#web/features/request-actions/on-tap.ts'
import { loadCatalogs, type Words } from '#web/lib/language/i18n.ts'

/** Only who comes to these pages loads their words; their dialogs have buttons that acts on requests have too. */
const words: Words = {
  name: 'templates',
  load: (language) => import(`./locales/${language}.po`),
}

export async function withWords<Part>(load: Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([withActionWords(load), loadCatalogs(words)])
  return part
}
