import type { Account } from '../account.ts'
import type { Invoice } from '../billing-resources.ts'
import type { PaymentMethod } from '../resources.ts'

/** What an invoice is charged to: the subscription's own, or what the customer has chosen for all. */
export function methodOf(account: Account, invoice: Invoice): PaymentMethod | undefined {
  const { subscriptions, customers, paymentMethods } = account.tables
  const subscription = subscriptions.get(invoice.parent.subscription_details.subscription)
  const customer = customers.get(invoice.customer)
  const own = paymentMethods.get(subscription?.default_payment_method)
  return own ?? paymentMethods.get(customer?.invoice_settings.default_payment_method)
}
