import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from '../language.ts'
import { renderMail, type RenderedMail } from '../layout.ts'
import { type Instant, shownTime } from '../shown-text.ts'

export type IdentificationEndsInput = {
  level: 'QES' | 'AES'
  validUntil: Instant
  timeZone?: string
  link: string
}

/** Tells someone that what they proved of themselves ends soon. */
export function identificationEndsMail(
  { level, validUntil, timeZone, link }: IdentificationEndsInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.identificationEnds({ level, at: shownTime(validUntil, wording, timeZone) })
  return renderMail({ words, greeting: wording.greeting(undefined), link }, wording)
}

export type IdentificationResultInput = {
  success: boolean
  link: string
}

/** Tells someone who had to wait for it whether they were identified. Why not is for the page to say, to them alone. */
export function identificationResultMail(
  { success, link }: IdentificationResultInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.identificationResult({ success })
  return renderMail({ words, greeting: wording.greeting(undefined), link }, wording)
}
