import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { Part, RenderedMail } from '../layout.ts'
import { shownName, shownTime, shownTitle } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'
import type { ChangedField } from '../wording.ts'

export type ChangedInput = {
  recipientName?: string
  senderName: string
  title: string
  /** Changes, of what concerns the reader. */
  fields: ChangedField[]
  /** How it stands now; may have lines. */
  message?: string
  expiresAt: Instant
  timeZone?: string
  /** Someone who looks on signs nothing. */
  signs: boolean
  link: string
  /** The link opens the request without signing in. */
  isPersonal?: boolean
}

/** Tells someone who was asked, or looks on, that the sender has corrected the request. */
export function changedMail(input: ChangedInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const { labels } = wording
  const sender = shownName(input.senderName)
  const parts: Part[] = [
    { kind: 'list', label: labels.changed, items: input.fields.map((field) => wording.changedFields[field]) },
  ]
  const message = input.fields.includes('message') ? (input.message?.trim() ?? '') : ''
  if (message !== '') parts.push({ kind: 'quote', label: labels.messageFrom(sender), text: message })
  parts.push({
    kind: 'fact',
    label: labels.validUntil,
    value: shownTime(input.expiresAt, wording, input.timeZone),
  })
  const greeting = wording.greeting(shownName(input.recipientName ?? '') || undefined)
  const words = wording.changed({
    sender,
    title: shownTitle(input.title),
    signs: input.signs,
    isPersonal: input.isPersonal ?? false,
  })
  return renderMail({ words, greeting, parts, link: input.link }, wording)
}
