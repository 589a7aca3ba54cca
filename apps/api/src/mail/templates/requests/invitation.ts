import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { Part, RenderedMail } from '../layout.ts'
import { shownSender } from '../shown-sender.ts'
import { shownName, shownTime, shownTitle } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'
import { documentLists } from './document-lists.ts'

export type InvitationInput = {
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
  /** The sender's own words to the signers; may have lines. */
  message?: string
  /** Who was asked before and delegated the signature, in their own words. */
  delegation?: { name: string; message: string }
  /** Of whom the first who signs, signs for all. */
  group?: string
  /** Names of the documents that this signer signs, in their order. */
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

/** Asks a signer to sign. */
export function invitationMail(input: InvitationInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const { labels } = wording
  const sender = shownName(input.senderName)
  const delegator = shownName(input.delegation?.name ?? '')
  const parts: Part[] = [
    ...quote(labels.messageFrom(delegator), input.delegation?.message),
    ...quote(labels.messageFrom(sender), input.message),
    ...documentLists(input, labels),
    { kind: 'fact', label: labels.validUntil, value: shownTime(input.expiresAt, wording, input.timeZone) },
  ]
  const greeting = wording.greeting(shownName(input.recipientName ?? '') || undefined)
  const title = shownTitle(input.title)
  const words = wording.invitation({
    sender,
    from: shownSender(input, wording),
    title,
    qualified: input.qualified ?? false,
    needsAccount: input.needsAccount ?? false,
    isPersonal: input.isPersonal ?? false,
    ...(delegator ? { delegator } : {}),
    ...(input.group ? { group: shownName(input.group) } : {}),
  })
  return renderMail({ words, greeting, parts, link: input.link }, wording)
}

function quote(label: string, given = ''): Part[] {
  const text = given.trim()
  return text === '' ? [] : [{ kind: 'quote', label, text }]
}
