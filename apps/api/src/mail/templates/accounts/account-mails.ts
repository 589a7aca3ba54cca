import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from '../language.ts'
import { renderMail, type RenderedMail } from '../layout.ts'
import { type Instant, shownTime } from '../shown-text.ts'
import type { MailWords, Wording } from '../wording.ts'

/** A link that works once, until a time. */
export type TokenLinkInput = { link: string; expiresAt: Instant; timeZone?: string }
export type PlainLinkInput = { link: string }

/** Leads to where a new password is set. */
export function passwordResetMail(input: TokenLinkInput, lang: Language): RenderedMail {
  return withTokenLink(input, wordingIn(lang), wordingIn(lang).passwordReset)
}

/** Asks the owner of an address whether it is to become the email of an account. */
export function emailChangeMail(input: TokenLinkInput, lang: Language): RenderedMail {
  return withTokenLink(input, wordingIn(lang), wordingIn(lang).emailChange)
}

/** Answers a reset where the company's provider knows the password and we do not, or where ours is not accepted. */
export function companySignInMail(
  input: PlainLinkInput & { hasPassword: boolean },
  lang: Language,
): RenderedMail {
  return plain(input.link, wordingIn(lang), wordingIn(lang).companySignIn(input))
}

/** Answers a reset for an address without an account: only its owner learns that. */
export function noAccountMail({ link }: PlainLinkInput, lang: Language): RenderedMail {
  return plain(link, wordingIn(lang), wordingIn(lang).noAccount())
}

/** Tells the holder of an account that someone asked for its address. */
export function emailTakenMail({ link }: PlainLinkInput, lang: Language): RenderedMail {
  return plain(link, wordingIn(lang), wordingIn(lang).emailTaken())
}

function withTokenLink(
  { link, expiresAt, timeZone }: TokenLinkInput,
  wording: Wording,
  words: (fact: { until: string }) => MailWords,
): RenderedMail {
  return plain(link, wording, words({ until: shownTime(expiresAt, wording, timeZone) }))
}

function plain(link: string, wording: Wording, words: MailWords): RenderedMail {
  return renderMail({ words, greeting: wording.greeting(undefined), link }, wording)
}
