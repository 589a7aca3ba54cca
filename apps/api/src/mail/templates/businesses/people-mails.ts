import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from '../language.ts'
import { type Part, renderMail, type RenderedMail } from '../layout.ts'
import { shownSender } from '../shown-sender.ts'
import { type Instant, shownName, shownTime } from '../shown-text.ts'

export type BusinessInvitationInput = {
  business: string
  /** Null where their account is gone. */
  inviter: string | null
  inviterEmail?: string
  /** In their own words; may have lines. */
  message: string | null
  role: 'admin' | 'member'
  /** The address that is invited. */
  email: string
  hasAccount: boolean
  expiresAt: Instant
  timeZone?: string
  link: string
}

/** Invites someone to belong to a business. */
export function businessInvitationMail(input: BusinessInvitationInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const business = shownName(input.business)
  const inviter = shownName(input.inviter || (input.inviterEmail ?? '')) || null
  const words = wording.businessInvitation({
    business,
    inviter: inviter && shownSender({ senderName: inviter, senderEmail: input.inviterEmail }, wording),
    role: input.role,
    email: shownName(input.email),
    hasAccount: input.hasAccount,
  })
  const text = (input.message ?? '').trim()
  const label = wording.labels.messageFrom(inviter ?? business)
  const parts: Part[] = [
    ...(text === '' ? [] : [{ kind: 'quote', label, text } as const]),
    {
      kind: 'fact',
      label: wording.peopleLabels.answerBy,
      value: shownTime(input.expiresAt, wording, input.timeZone),
    },
  ]
  return renderMail({ words, greeting: wording.greeting(undefined), parts, link: input.link }, wording)
}

export type InvitationDeclinedInput = { business: string; name: string; email: string; link: string }

/** Tells anyone who invited someone that they would rather not. */
export function invitationDeclinedMail(input: InvitationDeclinedInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.businessInvitationDeclined({
    business: shownName(input.business),
    name: shownName(input.name),
    email: shownName(input.email),
  })
  return renderMail({ words, greeting: wording.greeting(undefined), link: input.link }, wording)
}

export type RemovedFromBusinessInput = {
  business: string
  /** Who takes over the documents; null where they stay. */
  handedOverTo: string | null
  link: string
}

/** Tells someone that they belong to a business no more, and what became of their documents. */
export function removedFromBusinessMail(input: RemovedFromBusinessInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.removedFromBusiness({
    business: shownName(input.business),
    handedOverTo: input.handedOverTo === null ? null : shownName(input.handedOverTo),
  })
  return renderMail({ words, greeting: wording.greeting(undefined), link: input.link }, wording)
}

export type DocumentsTakenOverInput = { business: string; from: string; requests: number; link: string }

/** Tells someone that another's documents are theirs now. */
export function documentsTakenOverMail(input: DocumentsTakenOverInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.documentsTakenOver({
    business: shownName(input.business),
    from: shownName(input.from),
    requests: input.requests,
  })
  return renderMail({ words, greeting: wording.greeting(undefined), link: input.link }, wording)
}
