import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { RenderedMail } from '../layout.ts'
import { shownName, shownTitle } from '../shown-text.ts'

export type MailFailedInput = {
  /** The address that the mail did not reach. */
  recipient: string
  title: string
  link: string
}

/** Tells the sender that a mail about their request could not be delivered. */
export function mailFailedMail({ recipient, title, link }: MailFailedInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.mailFailed({ recipient: shownName(recipient), title: shownTitle(title) })
  return renderMail({ words, greeting: wording.greeting(undefined), link }, wording)
}
