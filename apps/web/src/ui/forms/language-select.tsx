import { useLingui } from '@lingui/react/macro'
import type { RegisterOptions, UseFormRegisterReturn } from 'react-hook-form'
import type { Language } from '@countersign/contract/values.ts'
import { selectLanguage } from '#web/lib/language/i18n.ts'
import { languageNames, selectableLanguages } from '#web/lib/language/language.ts'
import { Select } from './select.tsx'

interface LanguageSelectProps {
  /** Of a form that has a `lang`. */
  register: (name: 'lang', options: Pick<RegisterOptions, 'onChange'>) => UseFormRegisterReturn
}

/** The language of a new account; the page follows at once. */
export function LanguageSelect({ register }: LanguageSelectProps) {
  const { t } = useLingui()
  return (
    <Select
      label={t`Language`}
      options={selectableLanguages.map((value) => ({ value, label: languageNames[value] }))}
      {...register('lang', { onChange: (event) => void selectLanguage(event.target.value as Language) })}
    />
  )
}
