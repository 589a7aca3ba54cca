import { loadCatalogs } from '#web/lib/language/i18n.ts'

/** The words of the viewer's tools come with them: the document is there first. */
export function loadToolWords(): Promise<void> {
  return loadCatalogs({ name: 'viewerTools', load: (language) => import(`./locales/${language}.po`) })
}
