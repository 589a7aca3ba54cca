import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from '../language.ts'
import { type Part, renderMail, type RenderedMail } from '../layout.ts'
import { type Instant, shownName, shownTime, shownTitle } from '../shown-text.ts'

export type CallbacksFailingInput = {
  business: string
  /** Its purpose, or its user name. */
  apiUser: string
  host: string
  since: Instant
  timeZone?: string
  link: string
}

/** Tells the admins of a business that one of its systems has not been accepting callbacks for a day. */
export function callbacksFailingMail(
  { apiUser, since, timeZone, link, ...given }: CallbacksFailingInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const { say } = wording
  const [business, host] = [shownTitle(given.business), shownName(given.host)]
  const words = {
    subject: say('Callbacks to {host} are failing', { host }),
    preheader: say('No callback has been delivered for 24 hours.'),
    heading: say('Callbacks to {host} are failing', { host }),
    paragraphs: [
      say(
        'We send callbacks about {business}’s signature requests to {host}. None has been delivered for 24 hours.',
        { business, host },
      ),
      say(
        'We retry each callback every 10 minutes for 2 hours. Once the system works again, you can redeliver those it missed.',
      ),
    ],
    button: say('View API users'),
    notes: [say('We send this email at most once a day for each host.')],
  }
  const parts: Part[] = [
    { kind: 'fact', label: say('API user'), value: shownTitle(apiUser) },
    { kind: 'fact', label: say('Failing since'), value: shownTime(since, wording, timeZone) },
  ]
  return renderMail({ words, greeting: wording.greeting(undefined), parts, link }, wording)
}
