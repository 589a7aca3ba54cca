import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from '../language.ts'
import { renderMail, type RenderedMail } from '../layout.ts'
import { type Instant, shownTime, shownTitle } from '../shown-text.ts'

export type SigningCodeInput = { code: string; title: string; expiresAt: Instant; timeZone?: string }

/** A code by which a signature is approved. It leads nowhere: the page that asks for it is open already. */
export function signingCodeMail(
  { code, title, expiresAt, timeZone }: SigningCodeInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const { label, ...words } = wording.signingCode({
    code,
    title: shownTitle(title),
    until: shownTime(expiresAt, wording, timeZone),
  })
  return renderMail(
    { words: { ...words, button: '' }, code: { label, value: code }, greeting: wording.greeting(undefined) },
    wording,
  )
}
