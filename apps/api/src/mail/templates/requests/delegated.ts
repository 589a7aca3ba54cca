import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { Part, RenderedMail } from '../layout.ts'
import { shownName, shownTime, shownTitle } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'

export type DelegatedInput = {
  fromName: string
  toName: string
  title: string
  /** What was said to the person who signs now; may have lines. */
  message?: string
  delegatedAt: Instant
  timeZone?: string
  link: string
}

/** Tells the sender that a signer has delegated the signature. */
export function delegatedMail(input: DelegatedInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const from = shownName(input.fromName)
  const words = wording.delegated({
    from,
    to: shownName(input.toName),
    title: shownTitle(input.title),
    at: shownTime(input.delegatedAt, wording, input.timeZone),
  })
  const text = input.message?.trim() ?? ''
  const parts: Part[] = text === '' ? [] : [{ kind: 'quote', label: wording.labels.messageFrom(from), text }]
  return renderMail({ words, greeting: wording.greeting(undefined), parts, link: input.link }, wording)
}
