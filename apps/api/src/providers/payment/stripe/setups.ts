import { PaymentFailed } from '../port.ts'
import type { PaymentProvider, PaymentSetup } from '../port.ts'
import type { StripeClient } from './client.ts'
import { refusalReason } from '../provider-client.ts'
import { Identified, PaymentMethod, SetupIntent } from './shapes.ts'

type Setup = Parameters<PaymentProvider['createSetup']>[0]

/** A payment method that later charges may use without the customer. Cards alone: a change that waits for its payment takes one. */
export async function createSetup(client: StripeClient, { customerId, key }: Setup): Promise<PaymentSetup> {
  const params = {
    customer: customerId,
    usage: 'off_session' as const,
    allowed_payment_method_types: ['card' as const],
  }
  const { client_secret: clientSecret } = await client.ask(
    SetupIntent,
    client.api.setupIntents.create(params, { idempotencyKey: key }),
  )
  return { clientSecret, redirectUrl: null }
}

/** The payment method that the browser set up; it becomes the customer's. The reference comes from the browser: it may be anyone's. */
export async function useSetup(client: StripeClient, reference: string, customerId: string): Promise<string> {
  const { api } = client
  if (!/^seti_\w{1,200}$/.test(reference))
    throw new PaymentFailed('conflict', 'STRIPE', 'this is no setup intent')
  const setup = await client.ask(SetupIntent, api.setupIntents.retrieve(reference))
  if (setup.customer !== customerId)
    throw new PaymentFailed('conflict', 'STRIPE', 'the setup intent is another customer’s')
  if (setup.status === 'requires_action')
    throw new PaymentFailed('authentication_required', 'STRIPE', 'the setup intent waits for the bank')
  const error = setup.last_setup_error
  if (setup.status !== 'succeeded' || !setup.payment_method)
    throw new PaymentFailed(
      'declined',
      'STRIPE',
      refusalReason(200, setup.status, error?.decline_code, error?.code),
    )
  const paymentMethod = setup.payment_method
  const { customer } = await client.ask(PaymentMethod, api.paymentMethods.retrieve(paymentMethod))
  if (customer == null)
    await client.ask(PaymentMethod, api.paymentMethods.attach(paymentMethod, { customer: customerId }))
  const settings = { invoice_settings: { default_payment_method: paymentMethod } }
  await client.ask(Identified, api.customers.update(customerId, settings))
  return paymentMethod
}
