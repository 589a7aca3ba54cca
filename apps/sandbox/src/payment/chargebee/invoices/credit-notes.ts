import type { CreditNote, Subscription, TermCharge } from '../billing-resources.ts'
import { lineOf, sum } from './invoice-draft.ts'
import { settleIfNothingDue } from './settle-invoice.ts'
import { list } from '../list.ts'
import { get } from '../route.ts'
import type { Route } from '../route.ts'
import { shown } from '../site.ts'
import type { Site } from '../site.ts'
import { prorate } from '../subscriptions/terms.ts'

/** What comes back of a charge when its item ends early. */
export interface Credit {
  charge: TermCharge
  /** Without its tax, and with it. */
  net: number
  amount: number
}

export function creditOf(charge: TermCharge, net: number): Credit {
  return { charge, net, amount: net + Math.round((net * (charge.tax_rate ?? 0)) / 100) }
}

export function creditsFor(subscription: Subscription, entities: ReadonlySet<string>, now: number): Credit[] {
  return subscription.hidden.charges
    .filter((charge) => entities.has(charge.entity_id) && charge.date_to > now)
    .map((charge) => creditOf(charge, prorate(charge.amount, charge.date_from, charge.date_to, now)))
    .filter(({ amount }) => amount > 0)
}

/** One note for each invoice: it lowers what is due there, and the rest is the customer's credit. */
export function issueCredits(
  site: Site,
  subscription: Subscription,
  credits: Credit[],
  reason: CreditNote['reason_code'],
): CreditNote[] {
  const byInvoice = Map.groupBy(credits, ({ charge }) => charge.invoice_id)
  return [...byInvoice].flatMap(([invoiceId, group]) => {
    const invoice = site.tables.invoices.get(invoiceId)
    const total = sum(group, (one) => one.amount)
    const adjusted = Math.min(total, invoice?.amount_due ?? 0)
    const notes = [issue('adjustment', adjusted), issue('refundable', total - adjusted)].flatMap(
      (note) => note ?? [],
    )
    if (invoice && adjusted > 0) {
      invoice.amount_adjusted += adjusted
      invoice.amount_due -= adjusted
      invoice.amount_to_collect = invoice.amount_due
      settleIfNothingDue(site, invoice)
      site.record('invoice_updated', { invoice })
    }
    return notes

    function issue(type: CreditNote['type'], amount: number): CreditNote | undefined {
      if (amount <= 0) return undefined
      const note = site.tables.creditNotes.add(
        newNote(site, subscription, { type, amount, reason, invoiceId, group }),
      )
      const link = { cn_id: note.id, cn_total: amount, cn_status: note.status, cn_reason_code: reason }
      if (type === 'adjustment') invoice?.adjustment_credit_notes.push(link)
      else invoice?.issued_credit_notes.push(link)
      if (type === 'refundable')
        site.tables.customers.need(subscription.customer_id).refundable_credits += amount
      site.record('credit_note_created', { credit_note: note })
      return note
    }
  })
}

function newNote(
  site: Site,
  subscription: Subscription,
  given: {
    type: CreditNote['type']
    amount: number
    reason: CreditNote['reason_code']
    invoiceId: string
    group: Credit[]
  },
): CreditNote {
  const { type, amount, reason, invoiceId, group } = given
  const number = site.tables.creditNotes.all().length + 1
  return {
    ...site.head('credit_note', `CN-${number}`),
    customer_id: subscription.customer_id,
    subscription_id: subscription.id,
    reference_invoice_id: invoiceId,
    type,
    reason_code: reason,
    status: type === 'adjustment' ? 'adjusted' : 'refund_due',
    date: site.now(),
    price_type: 'tax_exclusive',
    currency_code: subscription.currency_code,
    sub_total: netShare(group, amount),
    total: amount,
    amount_allocated: type === 'adjustment' ? amount : 0,
    amount_refunded: 0,
    amount_available: type === 'adjustment' ? 0 : amount,
    line_items: creditLines(site, subscription, group),
    deleted: false,
  }
}

/** The part of an amount with tax that is not tax. */
function netShare(group: Credit[], amount: number): number {
  const total = sum(group, (one) => one.amount)
  return total === 0 ? 0 : Math.round((amount * sum(group, (one) => one.net)) / total)
}

export function creditLines(site: Site, subscription: Subscription, credits: Credit[]) {
  return credits.map(({ charge, net: amount }) => {
    const price = site.tables.itemPrices.need(charge.entity_id)
    const item = {
      object: 'subscription_item' as const,
      item_price_id: price.id,
      item_type: price.item_type,
      unit_price: price.price,
      free_quantity: 0,
    }
    return lineOf(site, item, {
      customerId: subscription.customer_id,
      subscriptionId: subscription.id,
      from: site.now(),
      to: charge.date_to,
      amount,
    })
  })
}

export const creditNoteRoutes: Route[] = [
  get('/credit_notes', ({ site, params }) =>
    list(params, {
      name: 'credit_note',
      rows: site.tables.creditNotes.all(),
      filters: ['id', 'customer_id', 'subscription_id', 'reference_invoice_id', 'type', 'status', 'date'],
      sortBy: ['date'],
    }),
  ),
  get('/credit_notes/:id', ({ site, id }) => ({ credit_note: shown(site.tables.creditNotes.need(id)) })),
]
