import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from '../language.ts'
import { renderMail } from '../layout.ts'
import type { RenderedMail } from '../layout.ts'
import { shownTime, shownTitle } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'

export type DeletionAheadInput = {
  title: string
  deleteAt: Instant
  timeZone?: string
  notice: 'week' | 'day'
  link: string
}

/** Tells the owner and the signers that have an account that a request is deleted on its own soon. */
export function deletionAheadMail(
  { title, deleteAt, timeZone, notice, link }: DeletionAheadInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const at = shownTime(deleteAt, wording, timeZone)
  const words = wording.deletionAhead({ title: shownTitle(title), at, tomorrow: notice === 'day' })
  return renderMail({ words, greeting: wording.greeting(undefined), link }, wording)
}
