import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from '../language.ts'
import { renderMail } from '../layout.ts'
import type { RenderedMail } from '../layout.ts'
import { shownSender } from '../shown-sender.ts'
import { shownName, shownTitle } from '../shown-text.ts'

export type ObserverInvitedInput = {
  inviterName: string
  inviterEmail?: string
  /** The sender's. */
  business?: string
  title: string
  documents: string[]
  /** The address that was let in. */
  email: string
  hasAccount: boolean
  link: string
}

/** Tells someone that they may look on. */
export function observerInvitedMail(input: ObserverInvitedInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.observerInvited({
    inviter: shownName(input.inviterName),
    from: shownSender({ ...input, senderName: input.inviterName, senderEmail: input.inviterEmail }, wording),
    title: shownTitle(input.title),
    email: shownName(input.email),
    hasAccount: input.hasAccount,
  })
  const parts = [
    { kind: 'list', label: wording.labels.documents, items: input.documents.map(shownName) } as const,
  ]
  return renderMail({ words, greeting: wording.greeting(undefined), parts, link: input.link }, wording)
}
