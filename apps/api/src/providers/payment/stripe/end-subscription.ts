import type { StripeClient } from './client.ts'
import { isMissing } from './failures.ts'
import { Identified, type Subscription } from './shapes.ts'
import { retrieveSubscription } from './subscription-state.ts'
import { PaymentFailed } from '../port.ts'

/** Ends it at once, without a refund. One that has ended is no error. */
export async function cancelNow(client: StripeClient, id: string): Promise<void> {
  try {
    const subscription = await retrieveSubscription(client, id)
    if (subscription.status === 'incomplete') await endUnpaid(client, subscription)
    else if (!isOver(subscription)) await cancel(client, id)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

const isOver = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired'

/** One that was never paid: its invoice must not be paid later either. */
export async function endUnpaid(client: StripeClient, subscription: Subscription): Promise<void> {
  await voidOpenInvoice(client, subscription)
  await cancel(client, subscription.id)
}

/** With the invoice goes the change that waits for its payment. */
export async function voidOpenInvoice(client: StripeClient, subscription: Subscription): Promise<void> {
  const invoice = subscription.latest_invoice
  if (invoice == null || typeof invoice === 'string' || invoice.status !== 'open') return
  await client.ask(Identified, client.api.invoices.voidInvoice(invoice.id)).catch((error: unknown) => {
    const isDone = error instanceof PaymentFailed && (isMissing(error) || error.code === 'refused')
    if (!isDone) throw error
  })
}

async function cancel(client: StripeClient, id: string): Promise<void> {
  const params = { invoice_now: false, prorate: false }
  await client.ask(Identified, client.api.subscriptions.cancel(id, params)).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}
