import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from '../language.ts'
import { renderMail } from '../layout.ts'
import type { RenderedMail } from '../layout.ts'
import { shownTime, shownTitle } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'

export type SigningFailedInput = {
  title: string
  failedAt: Instant
  timeZone?: string
  link: string
}

/** Tells the sender that the documents can't be signed, which ends the request. */
export function signingFailedMail(
  { title, failedAt, timeZone, link }: SigningFailedInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.signingFailed({
    title: shownTitle(title),
    at: shownTime(failedAt, wording, timeZone),
  })
  return renderMail({ words, greeting: wording.greeting(undefined), link }, wording)
}
