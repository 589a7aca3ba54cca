import type * as z from 'zod/mini'
import type { StripeClient } from './client.ts'
import { InvoicePayment, pageOf, PaymentIntent } from './shapes.ts'

type Intent = z.infer<typeof PaymentIntent>

/** What an invoice is being paid by; null where nothing was tried. */
export async function findPaymentIntent(client: StripeClient, invoice: string): Promise<Intent | null> {
  const { api } = client
  const { data } = await client.ask(
    pageOf(InvoicePayment),
    api.invoicePayments.list({ invoice, limit: 100, expand: ['data.payment.payment_intent'] }),
  )
  const intents = data.map(({ payment }) => payment.payment_intent).filter((intent) => intent != null)
  const last = intents.at(0)
  if (last === undefined) return null
  return typeof last === 'string' ? client.ask(PaymentIntent, api.paymentIntents.retrieve(last)) : last
}

/** The customer's bank has to be asked, or is being asked. */
export function needsAuthentication({ status, last_payment_error: failure }: Intent): boolean {
  const code = 'authentication_required'
  return status === 'requires_action' || failure?.code === code || failure?.decline_code === code
}
