import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { RenderedMail } from '../layout.ts'
import { shownName, shownTime, shownTitle } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'

export type GroupSettledInput = {
  /** Of the member who signed or delegated. */
  name: string
  group: string
  title: string
  at: Instant
  how: 'signed' | 'delegated'
  timeZone?: string
  link: string
}

/** Tells the other members of a group that nothing is asked of them any longer. Anyone who lost it sees the request no longer. */
export function groupSettledMail(input: GroupSettledInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const fact = {
    name: shownName(input.name),
    group: shownName(input.group),
    title: shownTitle(input.title),
    at: shownTime(input.at, wording, input.timeZone),
  }
  const isSigned = input.how === 'signed'
  const words = isSigned ? wording.groupSigned(fact) : wording.groupDelegated(fact)
  const letter = { words, greeting: wording.greeting(undefined), parts: [] }
  return renderMail(isSigned ? { ...letter, link: input.link } : letter, wording)
}
