import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { RenderedMail } from '../layout.ts'
import { shownTime } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'

export type ConfirmationInput = { link: string; expiresAt: Instant; timeZone?: string }

/** Asks the owner of an address to confirm it. */
export function confirmationMail(
  { link, expiresAt, timeZone }: ConfirmationInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.confirmation({ until: shownTime(expiresAt, wording, timeZone) })
  return renderMail({ words, greeting: wording.greeting(undefined), link }, wording)
}
