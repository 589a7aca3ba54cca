import type { BillingMailKind } from '#api/platform/jobs/enqueue.ts'
import type { Say } from '#api/mail/catalogue.ts'

export interface BillingFacts {
  readonly business: string
  /** As it is sold: Team. */
  readonly plan: string
  readonly seats: number
  /** In the reader's language; empty where there is none. */
  readonly day: string
  /** Empty where it isn't told. */
  readonly cycle: 'month' | 'year' | ''
}

export interface BillingWording {
  readonly subject: string
  readonly paragraph: string
}
export type BillingWords = Readonly<Record<BillingMailKind, (facts: BillingFacts) => BillingWording>> & {
  readonly button: string
}

export const billingWords = (say: Say): BillingWords => ({
  button: say('Open plan and billing'),
  plan_bought: ({ business, plan, seats }) => ({
    subject: say('The {plan} plan of {business} is active', { plan, business }),
    paragraph: say(
      'Welcome. {business} now has the {plan} plan with {seats} {seats, plural, one {seat} other {seats}}. The invoice is available under “Plan and billing”.',
      { business, plan, seats },
    ),
  }),
  plan_changed: ({ business, plan, seats, cycle }) => ({
    subject: say('{business} now has the {plan} plan', { business, plan }),
    paragraph: say(
      'The plan of {business} was changed: it is now {plan} with {seats} {seats, plural, one {seat} other {seats}}{cycle, select, year {, billed yearly} month {, billed monthly} other {}}.',
      { business, plan, seats, cycle },
    ),
  }),
  plan_cancelled: ({ business, plan, day }) => ({
    subject: say('{business}’s plan ends on {day}', { business, day }),
    paragraph: say(
      'The {plan} plan was cancelled. You can use it until {day}, and undo the cancellation until then. You won’t be charged for the plan again, only for signatures beyond your allowance.',
      { plan, day },
    ),
  }),
  plan_cancellation_revoked: ({ business, plan }) => ({
    subject: say('{business} keeps its plan', { business }),
    paragraph: say('The cancellation was revoked. The {plan} plan continues.', { plan }),
  }),
  plan_ended: ({ business }) => ({
    subject: say('{business}’s plan has ended', { business }),
    paragraph: say(
      'You keep your documents and can sign what others send you. To upload and send again, choose a plan.',
    ),
  }),
  payment_failed: ({ business }) => ({
    subject: say('A payment by {business} failed', { business }),
    paragraph: say(
      'We couldn’t charge your payment method. Pay the open invoice or change your card; otherwise your plan will end.',
    ),
  }),
  payment_recovered: ({ business }) => ({
    subject: say('Payment received for {business}', { business }),
    paragraph: say('Thank you. The open invoice is paid and your plan continues.'),
  }),
  seats_more: ({ business, seats }) => ({
    subject: say('{business} now has {seats} seats', { business, seats }),
    paragraph: say('The number of seats was raised to {seats}. The new seats are available immediately.', {
      seats,
    }),
  }),
  seats_fewer: ({ business, seats, day }) => ({
    subject: say('{business} will have {seats} {seats, plural, one {seat} other {seats}} from {day}', {
      business,
      seats,
      day,
    }),
    paragraph: say('The number of seats drops to {seats} on {day}. Members without a seat will be locked.', {
      seats,
      day,
    }),
  }),
  trial_7: trialEnds(say, say('in 7 days')),
  trial_3: trialEnds(say, say('in 3 days')),
  trial_1: trialEnds(say, say('tomorrow')),
  trial_0: trialEnds(say, say('today')),
})

function trialEnds(say: Say, when: string) {
  return ({ business, day }: BillingFacts): BillingWording => ({
    subject: say('{business}’s trial ends {when}', { business, when }),
    paragraph: say(
      'The trial ends on {day}. Choose a plan to keep uploading and sending. You keep your documents either way.',
      { day },
    ),
  })
}
