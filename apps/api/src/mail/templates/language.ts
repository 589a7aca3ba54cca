import { Language } from '@countersign/contract/values.ts'
import { de } from './messages.de.ts'
import { en } from './messages.en.ts'
import { fr } from './messages.fr.ts'
import { it } from './messages.it.ts'
import type { Wording } from './wording.ts'

export const languages = Language.options

const wordings: Record<Language, Wording> = { en, de, fr, it }

export function wordingIn(language: Language): Wording {
  return wordings[language]
}
