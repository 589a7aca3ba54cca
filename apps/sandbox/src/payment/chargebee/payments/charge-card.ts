import type { Transaction } from '../billing-resources.ts'
import { paymentFailed } from '../errors.ts'
import type { Customer } from '../resources.ts'
import type { Site } from '../site.ts'

interface Charge {
  customer: Customer
  amount: number
  currency: string
  subscriptionId?: string
  paymentSourceId?: string
  /** The customer is at the page and has authenticated. */
  isPresent?: boolean
}

/** Charges the customer's card. A declined charge is answered as a transaction that failed. */
export function chargeCard(site: Site, charge: Charge): Transaction {
  const { customer } = charge
  const source = site.tables.paymentSources.get(charge.paymentSourceId ?? customer.primary_payment_source_id)
  if (!source) throw paymentFailed('payment_method_not_present', 'The customer has no payment method')
  const fault = site.faults.take('chargebee', ['card_declined', 'authentication_required'])
  const { behaviour } = source.hidden
  const isDeclined = fault === 'card_declined' || (!fault && behaviour === 'declined')
  const needsCustomer =
    fault === 'authentication_required' ||
    (!fault && behaviour === 'authentication_required' && !charge.isPresent)
  const error = isDeclined
    ? { error_code: 'card_declined', error_text: '(card_declined) Your card was declined.' }
    : needsCustomer
      ? {
          error_code: 'authentication_required',
          error_text: '(authentication_required) Your card needs authentication for this payment.',
        }
      : undefined
  const transaction: Transaction = {
    ...site.head('transaction', site.newId('txn_')),
    customer_id: customer.id,
    subscription_id: charge.subscriptionId,
    payment_source_id: source.id,
    gateway: 'chargebee',
    payment_method: 'card',
    type: 'payment',
    date: site.now(),
    currency_code: charge.currency,
    amount: charge.amount,
    status: error ? 'failure' : 'success',
    ...error,
    linked_invoices: [],
    deleted: false,
  }
  return site.tables.transactions.add(transaction)
}

/** The same, for what is refused as a whole when the card is. */
export function chargeOrThrow(site: Site, charge: Charge, what: string): Transaction {
  const transaction = chargeCard(site, charge)
  if (transaction.status === 'success') return transaction
  const amount = `${charge.currency} ${(charge.amount / 100).toFixed(2)}`
  throw paymentFailed(
    'payment_processing_failed',
    `${what} as we are not able to collect ${amount} from your card on file. Error message: ${transaction.error_text}`,
    `gateway.${transaction.error_code === 'card_declined' ? 'general.decline' : 'authentication.required'}`,
  )
}
