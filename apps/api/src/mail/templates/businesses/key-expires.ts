import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from '../language.ts'
import { type Part, renderMail, type RenderedMail } from '../layout.ts'
import { type Instant, shownTime, shownTitle } from '../shown-text.ts'

export type KeyExpiresInput = {
  business: string
  /** Its purpose, or its user name. */
  apiUser: string
  expiresAt: Instant
  timeZone?: string
  link: string
}

/** Tells the admins of a business, two weeks ahead, that a program will not be able to sign in any longer. */
export function keyExpiresMail(
  { apiUser: given, business: name, expiresAt, timeZone, link }: KeyExpiresInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const { say } = wording
  const [business, apiUser] = [shownTitle(name), shownTitle(given)]
  const words = {
    subject: say('The key for “{apiUser}” expires soon', { apiUser }),
    preheader: say('Programs that use it can no longer sign in after that.'),
    heading: say('The key for “{apiUser}” expires soon', { apiUser }),
    paragraphs: [
      say(
        'A program used by {business} signs in with this key. Create a new key in good time; the current one can keep working for up to a week while you switch.',
        { business },
      ),
    ],
    button: say('View API users'),
    notes: [],
  }
  const parts: Part[] = [
    { kind: 'fact', label: say('API user'), value: apiUser },
    { kind: 'fact', label: say('Expires'), value: shownTime(expiresAt, wording, timeZone) },
  ]
  return renderMail({ words, greeting: wording.greeting(undefined), parts, link }, wording)
}
