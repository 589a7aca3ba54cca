import { useLingui } from '@lingui/react/macro'
import type { Language } from '@countersign/contract/values.ts'
import { selectLanguage } from '#web/lib/language/i18n.ts'
import { languageNames, languages } from '#web/lib/language/language.ts'

/** The language of the page; kept in the address too, so that loading it again does not change it back. */
export function LanguageChoice() {
  const { t, i18n } = useLingui()
  async function choose(language: Language) {
    await selectLanguage(language)
    const address = new URL(location.href)
    address.searchParams.set('lang', language)
    history.replaceState(history.state, '', address)
  }
  return (
    <select
      aria-label={t`Language`}
      className="h-11 rounded border border-line-field bg-sheet px-2 text-sm"
      value={i18n.locale}
      onChange={(event) => void choose(event.target.value as Language)}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  )
}
