import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { Part, RenderedMail } from '../layout.ts'
import { shownName, shownTime, shownTitle } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'

export type WithdrawnInput = {
  senderName: string
  title: string
  /** The sender's own words; may have lines. */
  reason?: string
  withdrawnAt: Instant
  timeZone?: string
  /** Only for a reader who may still see the request. */
  link?: string
}

/** Tells the signers that the sender has withdrawn the request. */
export function withdrawnMail(input: WithdrawnInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.withdrawn({
    sender: shownName(input.senderName),
    title: shownTitle(input.title),
    at: shownTime(input.withdrawnAt, wording, input.timeZone),
  })
  const reason = input.reason?.trim() ?? ''
  const parts: Part[] = reason === '' ? [] : [{ kind: 'quote', label: wording.labels.reason, text: reason }]
  const letter = { words, greeting: wording.greeting(undefined), parts }
  return renderMail(input.link === undefined ? letter : { ...letter, link: input.link }, wording)
}
