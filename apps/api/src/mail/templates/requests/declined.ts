import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { Part, RenderedMail } from '../layout.ts'
import { shownName, shownTime, shownTitle } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'

export type DeclinedInput = {
  signerName: string
  title: string
  /** The signer's own words; may have lines. */
  reason?: string
  declinedAt: Instant
  timeZone?: string
  link: string
}

/** Tells the sender and the others that a signer has declined, which ends the request. */
export function declinedMail(input: DeclinedInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.declined({
    signer: shownName(input.signerName),
    title: shownTitle(input.title),
    at: shownTime(input.declinedAt, wording, input.timeZone),
  })
  const reason = input.reason?.trim() ?? ''
  const parts: Part[] = reason === '' ? [] : [{ kind: 'quote', label: wording.labels.reason, text: reason }]
  return renderMail({ words, greeting: wording.greeting(undefined), parts, link: input.link }, wording)
}
