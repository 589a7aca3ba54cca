import type { Account } from './account.ts'
import type { Customer } from './resources.ts'

/** What a call about a subscription of the customer may change, to have it back when the call is refused. */
export function touchedRows(account: Account, customer: Customer): object[] {
  const { subscriptions, invoices, paymentIntents, invoicePayments, coupons, promotionCodes } = account.tables
  const isOwn = (row: { customer: string | null }) => row.customer === customer.id
  const open = invoices.all().filter((one) => isOwn(one) && one.status !== 'paid')
  const ids = new Set(open.map((one) => one.id))
  return [
    customer,
    ...subscriptions.all().filter(isOwn),
    ...open,
    ...paymentIntents.all().filter((one) => ids.has(one.hidden.invoice)),
    ...invoicePayments.all().filter((one) => ids.has(one.invoice)),
    ...coupons.all(),
    ...promotionCodes.all(),
  ]
}
