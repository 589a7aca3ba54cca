import { withWords as withActionWords } from '#web/features/request-actions/on-tap.ts'
import { loadCatalogs, type Words } from '#web/lib/language/i18n.ts'

/** The words of these pages load only with them; their dialogs share buttons with the actions on requests. */
const words: Words = {
  name: 'templates',
  load: (language) => import(`./locales/${language}.po`),
}

export async function withWords<Part>(load: Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([withActionWords(load), loadCatalogs(words)])
  return part
}
