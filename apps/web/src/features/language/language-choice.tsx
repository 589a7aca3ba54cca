import { useLingui } from '@lingui/react/macro'
import { selectLanguage } from '#web/lib/language/i18n.ts'
import { languageNames, selectableLanguages } from '#web/lib/language/language.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Each language in its own words. */
export function LanguageChoice() {
  const { t, i18n } = useLingui()
  return (
    <nav aria-label={t`Language`} className="flex justify-center gap-1">
      {selectableLanguages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-current={i18n.locale === language ? 'true' : undefined}
          className={classNames(
            'min-h-11 cursor-pointer rounded px-3',
            i18n.locale === language
              ? 'font-semibold text-ink'
              : 'text-ink-secondary underline hover:text-ink',
          )}
          onClick={() => void selectLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </nav>
  )
}
