import type { Language } from '@countersign/contract/values.ts'
import type { BillingMailKind } from '#api/platform/jobs/enqueue.ts'
import { billingWords } from './billing-words.ts'
import { wordingIn } from '../language.ts'
import { renderMail, type RenderedMail } from '../layout.ts'
import { shownDay, shownTitle } from '../shown-text.ts'

export interface BillingMailInput {
  readonly what: BillingMailKind
  readonly business: string
  readonly plan: string
  readonly seats: number
  /** ISO 8601; null where no day is told. */
  readonly on: string | null
  readonly cycle?: 'month' | 'year'
}

/** To the admins of a business: what has become of its plan, or is about to. */
export function billingMail(
  { what, business, plan, seats, on, cycle, link }: BillingMailInput & { readonly link: string },
  language: Language,
): RenderedMail {
  const wording = wordingIn(language)
  const words = billingWords(wording.say)
  const { subject, paragraph } = words[what]({
    business: shownTitle(business),
    plan: plan.charAt(0).toUpperCase() + plan.slice(1),
    seats,
    day: on === null ? '' : shownDay(on, wording),
    cycle: cycle ?? '',
  })
  return renderMail(
    {
      words: {
        subject,
        preheader: paragraph,
        heading: subject,
        paragraphs: [paragraph],
        button: words.button,
        notes: [],
      },
      greeting: wording.greeting(undefined),
      link,
    },
    wording,
  )
}
