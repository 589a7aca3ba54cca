import { loadCatalogs } from '#web/lib/language/i18n.ts'

/** Loaded where a signer has something to fill in. */
export function loadFieldWords(): Promise<void> {
  return loadCatalogs({ name: 'signerFields', load: (language) => import(`./locales/${language}.po`) })
}
