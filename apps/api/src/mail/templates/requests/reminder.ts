import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { Part, RenderedMail } from '../layout.ts'
import { shownSender } from '../shown-sender.ts'
import { shownName, shownTime, shownTitle } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'
import { documentLists } from './document-lists.ts'

export type ReminderInput = {
  recipientName?: string
  senderName: string
  senderEmail?: string
  /** The sender's. */
  business?: string
  /** A qualified signature takes a verified identity. */
  qualified?: boolean
  /** It is signed with an account of a business alone, and this signer has none (any longer). */
  needsAccount?: boolean
  title: string
  /** Of whom the first who signs, signs for all. */
  group?: string
  documents: string[]
  /** Those that only others sign: for information. */
  forInformation?: string[]
  expiresAt: Instant
  timeZone?: string
  /** Where the signer opens the request. */
  link: string
  /** The link opens it without signing in: that of a signer without an account. */
  isPersonal?: boolean
}

/** Reminds a signer whose signature is missing. */
export function reminderMail(input: ReminderInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const { labels } = wording
  const parts: Part[] = [
    ...documentLists(input, labels),
    { kind: 'fact', label: labels.validUntil, value: shownTime(input.expiresAt, wording, input.timeZone) },
  ]
  const greeting = wording.greeting(shownName(input.recipientName ?? '') || undefined)
  const words = wording.reminder({
    sender: shownName(input.senderName),
    from: shownSender(input, wording),
    qualified: input.qualified ?? false,
    needsAccount: input.needsAccount ?? false,
    isPersonal: input.isPersonal ?? false,
    title: shownTitle(input.title),
    ...(input.group ? { group: shownName(input.group) } : {}),
  })
  return renderMail({ words, greeting, parts, link: input.link }, wording)
}
