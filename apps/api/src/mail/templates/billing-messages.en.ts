import type { BillingFacts, BillingWording, BillingWords } from './billing-wording.ts'

export const billingWords: BillingWords = {
  button: 'Open plan and billing',
  plan_bought: ({ business, plan, seats }) => ({
    subject: `The ${plan} plan of ${business} is active`,
    paragraph: `Welcome. ${business} now has the ${plan} plan with ${seats} ${seats === 1 ? 'seat' : 'seats'}. The invoice is available in your plan settings.`,
  }),
  plan_changed: ({ business, plan, seats }) => ({
    subject: `${business} now has the ${plan} plan`,
    paragraph: `The plan of ${business} was changed: it is now ${plan} with ${seats} ${seats === 1 ? 'seat' : 'seats'}.`,
  }),
  plan_cancelled: ({ business, plan, day }) => ({
    subject: `The plan of ${business} ends on ${day}`,
    paragraph: `The ${plan} plan was cancelled. You can use it until ${day}; nothing more is charged after that. Until then you can still change your mind.`,
  }),
  plan_cancellation_revoked: ({ business, plan }) => ({
    subject: `${business} keeps its plan`,
    paragraph: `The cancellation was revoked. The ${plan} plan continues.`,
  }),
  plan_ended: ({ business }) => ({
    subject: `The plan of ${business} has ended`,
    paragraph:
      'You keep your documents and can sign what others send you. To upload and send again, choose a plan.',
  }),
  payment_failed: ({ business }) => ({
    subject: `A payment of ${business} failed`,
    paragraph:
      'We couldn’t charge your payment method. Pay the open invoice or change your card; otherwise your plan will end.',
  }),
  payment_recovered: ({ business }) => ({
    subject: `The payment of ${business} has arrived`,
    paragraph: 'Thank you. The open invoice is paid and your plan continues.',
  }),
  seats_more: ({ business, seats }) => ({
    subject: `${business} now has ${seats} seats`,
    paragraph: `The number of seats was raised to ${seats}. The new seats are available immediately.`,
  }),
  seats_fewer: ({ business, seats, day }) => ({
    subject: `${business} will have ${seats} ${seats === 1 ? 'seat' : 'seats'} from ${day}`,
    paragraph: `The number of seats falls to ${seats} on ${day}. Members without a seat will be locked.`,
  }),
  trial_7: trialEnds('in 7 days'),
  trial_3: trialEnds('in 3 days'),
  trial_1: trialEnds('tomorrow'),
  trial_0: trialEnds('today'),
}
function trialEnds(when: string) {
  return ({ business, day }: BillingFacts): BillingWording => ({
    subject: `The trial of ${business} ends ${when}`,
    paragraph: `The trial ends on ${day}. Choose a plan to keep uploading and sending. You keep your documents either way.`,
  })
}
