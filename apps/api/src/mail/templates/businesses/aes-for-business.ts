import type { Language } from '@countersign/contract/values.ts'
import type { Say } from '#api/mail/catalogue.ts'
import { wordingIn } from '../language.ts'
import { renderMail, type RenderedMail } from '../layout.ts'
import { type Instant, shownName, shownTime, shownTitle } from '../shown-text.ts'
import type { MailWords } from '../wording.ts'

export type AesForBusinessInput = {
  business: string
  /** The admin who asks. */
  asker: string
  representativeName: string
  domains: string[]
  expiresAt: Instant
  timeZone?: string
  link: string
}

type Fact = { business: string; asker: string; until: string }

/** Asks the representative of a business whether it vouches for people with addresses of its domains. */
export function aesForBusinessMail(
  { business, asker, representativeName, domains, expiresAt, timeZone, link }: AesForBusinessInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const { label, ...words } = aesWords(wording.say)({
    business: shownTitle(business),
    asker: shownName(asker),
    until: shownTime(expiresAt, wording, timeZone),
  })
  return renderMail(
    {
      words,
      greeting: wording.greeting(shownName(representativeName)),
      parts: [{ kind: 'list', label, items: domains }],
      link,
    },
    wording,
  )
}

const aesWords =
  (say: Say) =>
  ({ business, asker, until }: Fact): MailWords & { label: string } => ({
    subject: say('Please confirm: “{business}” vouches for its members', { business }),
    preheader: say('{asker} has named you as its representative.', { asker }),
    heading: say('“{business}” wants to vouch for its members', { business }),
    paragraphs: [
      say(
        '{asker} has named you as the representative of “{business}”. Its members would use advanced signatures with an emailed code, without a mobile number. The business vouches for their identity.',
        { asker, business },
      ),
      say('Only you can confirm this. Nothing changes until you do.'),
    ],
    label: say('Email domains'),
    button: say('Review and confirm'),
    notes: [
      say(
        'The link is valid until {until}. Anyone who has it can confirm in your name, so please don’t forward it.',
        { until },
      ),
      say('Don’t represent this business or don’t want this? You can ignore this email.'),
    ],
  })
