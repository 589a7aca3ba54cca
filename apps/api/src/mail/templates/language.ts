import { Language } from '@countersign/contract/values.ts'
import { sayIn } from '../catalogue.ts'
import { accountWords } from './accounts/account-words.ts'
import { frameWords } from './frame-words.ts'
import { identificationWords } from './accounts/identification-words.ts'
import { peopleWords } from './businesses/people-words.ts'
import { requestEndWords } from './requests/request-end-words.ts'
import { requestWords } from './requests/request-words.ts'
import { securityWords } from './accounts/security-words.ts'
import type { Wording } from './wording.ts'

export const languages = Language.options

const formats: Readonly<Record<Language, Pick<Wording, 'locale' | 'colon'>>> = {
  en: { locale: 'en-GB', colon: ':' },
  de: { locale: 'de-CH', colon: ':' },
  fr: { locale: 'fr-CH', colon: '\u00a0:' },
  it: { locale: 'it-CH', colon: ':' },
}

const wordings = new Map<Language, Wording>()

export function wordingIn(language: Language): Wording {
  const known = wordings.get(language)
  if (known) return known
  const say = sayIn(language)
  const wording: Wording = {
    language,
    ...formats[language],
    say,
    ...frameWords(say),
    ...accountWords(say),
    ...securityWords(say),
    ...peopleWords(say),
    ...requestWords(say),
    ...requestEndWords(say),
    ...identificationWords(say),
  }
  wordings.set(language, wording)
  return wording
}
