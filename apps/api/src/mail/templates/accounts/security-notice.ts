import type { Language } from '@countersign/contract/values.ts'
import { deviceName } from './device-name.ts'
import { wordingIn } from '../language.ts'
import { type Part, renderMail, type RenderedMail } from '../layout.ts'
import { type Instant, shownName, shownTime } from '../shown-text.ts'
import { isOfMember } from './security-words.ts'
import type { SecurityChange } from '../wording.ts'

export type SecurityNoticeInput = {
  change: SecurityChange
  at: Instant
  address: string
  /** What the browser calls itself (its User-Agent). */
  device: string
  detail?: string
  /** Of a number: an identity check has proved it, so that it can’t be typed over. */
  isVerified?: boolean
  /** Where the product is. */
  site: string
  timeZone?: string
}

/** Tells the holder of an account what was done to it, when and from where, and what to do if it was someone else. */
export function securityNoticeMail(input: SecurityNoticeInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const { securityLabels: labels } = wording
  const fact = (label: string, value: string): Part => ({ kind: 'fact', label, value })
  const parts = [
    fact(labels.when, shownTime(input.at, wording, input.timeZone)),
    ...(input.detail ? [fact(labels.detail, shownName(input.detail))] : []),
    // The operator of the service uses none of the account's devices.
    ...(input.device || input.address
      ? [
          fact(labels.device, deviceName(input.device) ?? labels.unknown),
          fact(labels.address, shownName(input.address) || labels.unknown),
        ]
      : []),
  ]
  const page = pageFor(input.change)
  return renderMail(
    {
      words: wording.securityNotice({ change: input.change, isVerified: input.isVerified }),
      greeting: wording.greeting(undefined),
      parts,
      ...(page === null ? {} : { link: `${input.site}${page}` }),
    },
    wording,
  )
}

/** Where the holder takes the account back; anyone who lost the password too gets a new one by mail. */
function pageFor(change: SecurityChange): string | null {
  if (change === 'account_deleted' || isOfMember(change)) return null
  return change === 'password_changed' || change === 'password_reset'
    ? '/password-reset'
    : '/profile/change-password'
}
