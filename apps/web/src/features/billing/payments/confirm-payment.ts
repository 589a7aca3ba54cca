import type { PaymentAction } from '@countersign/contract/billing-shapes.ts'
import type { Stripe, StripeElements } from '@stripe/stripe-js'

export interface CardEntry {
  readonly stripe: Stripe
  readonly elements: StripeElements
}

/** What the provider says of a card or a bank, in the reader's language. */
export class PaymentProblem extends Error {
  override readonly name = 'PaymentProblem'
}

/** Keeps the card that was entered at the provider. Its bank may want to see the customer first. Answers its reference. */
export async function confirmCard({ stripe, elements }: CardEntry, returnUrl: string): Promise<string> {
  const { error, setupIntent } = await stripe.confirmSetup({
    elements,
    confirmParams: { return_url: returnUrl },
    redirect: 'if_required',
  })
  if (error) throw new PaymentProblem(error.message ?? '')
  return setupIntent.id
}

/** A payment that waits for the customer: their bank is asked, in the page or on its own. */
export async function confirmPayment(
  stripe: Stripe,
  action: PaymentAction,
  returnUrl: string,
): Promise<void> {
  const clientSecret = action.clientSecret ?? ''
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret)
  if (paymentIntent?.status === 'succeeded' || paymentIntent?.status === 'processing') return
  if (paymentIntent?.status === 'requires_action') {
    const { error } = await stripe.handleNextAction({ clientSecret })
    if (error) throw new PaymentProblem(error.message ?? '')
    return
  }
  // It was tried without the customer, and the bank refused that: the same card again, with the customer there.
  const tried = paymentIntent?.payment_method ?? paymentIntent?.last_payment_error?.payment_method
  const card = typeof tried === 'string' ? tried : tried?.id
  const { error } = await stripe.confirmPayment({
    clientSecret,
    confirmParams: { return_url: returnUrl, ...(card && { payment_method: card }) },
    redirect: 'if_required',
  })
  if (error) throw new PaymentProblem(error.message ?? '')
}
