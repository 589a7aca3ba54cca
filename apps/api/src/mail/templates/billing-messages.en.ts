import type { BillingFacts, BillingWording, BillingWords } from './billing-wording.ts'

export const billingWords: BillingWords = {
  button: 'Open plan and billing',
  plan_bought: ({ business, plan, seats }) => ({
    subject: `The ${plan} plan of ${business} is active`,
    paragraph: `Welcome. ${business} now has the ${plan} plan with ${seats} ${seats === 1 ? 'seat' : 'seats'}. You find the invoice with your plan.`,
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
    paragraph: `The cancellation was revoked. The ${plan} plan goes on as before.`,
  }),
  plan_ended: ({ business }) => ({
    subject: `The plan of ${business} has ended`,
    paragraph:
      'Your documents stay, and you can sign what others ask you to sign. To upload and send again, please choose a plan.',
  }),
  payment_failed: ({ business }) => ({
    subject: `A payment of ${business} failed`,
    paragraph:
      'We could not charge your payment method. Please pay the open invoice or change your card; otherwise the plan ends.',
  }),
  payment_recovered: ({ business }) => ({
    subject: `The payment of ${business} has arrived`,
    paragraph: 'Thank you. The open invoice is paid, and your plan goes on.',
  }),
  seats_more: ({ business, seats }) => ({
    subject: `${business} now has ${seats} seats`,
    paragraph: `The number of seats was raised to ${seats}. The new seats can be used at once.`,
  }),
  seats_fewer: ({ business, seats, day }) => ({
    subject: `${business} will have ${seats} ${seats === 1 ? 'seat' : 'seats'} from ${day}`,
    paragraph: `The number of seats falls to ${seats} on ${day}. People without a seat are locked out then.`,
  }),
  trial_7: trialEnds('in 7 days'),
  trial_3: trialEnds('in 3 days'),
  trial_1: trialEnds('tomorrow'),
  trial_0: trialEnds('today'),
}
function trialEnds(when: string) {
  return ({ business, day }: BillingFacts): BillingWording => ({
    subject: `The trial of ${business} ends ${when}`,
    paragraph: `The trial ends on ${day}. Choose a plan to go on uploading and sending; your documents stay in any case.`,
  })
}
