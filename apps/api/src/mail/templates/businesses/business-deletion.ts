import type { Language } from '@countersign/contract/values.ts'
import { businessDeletionWords } from './business-deletion-words.ts'
import { wordingIn } from '../language.ts'
import { renderMail, type RenderedMail } from '../layout.ts'
import { type Instant, shownName, shownTime, shownTitle } from '../shown-text.ts'

export type BusinessDeletion = 'asked' | 'revoked' | 'deleted'

export type BusinessDeletionInput = {
  business: string
  what: BusinessDeletion
  /** Where it was asked for: when the business will be deleted. */
  at: Instant
  timeZone?: string
  by?: string
  isAdmin: boolean
  link: string
}

/** Tells anyone who belongs to a business that it is to be deleted, stays after all, or is deleted. */
export function businessDeletionMail(
  { business, what, at, timeZone, by, isAdmin, link }: BusinessDeletionInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const words = businessDeletionWords(wording.say)[what]({
    business: shownTitle(business),
    at: shownTime(at, wording, timeZone),
    by: shownName(by ?? ''),
    isAdmin,
  })
  return renderMail({ words, greeting: wording.greeting(undefined), link }, wording)
}
