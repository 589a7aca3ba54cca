import {
  type AmountDue,
  PaymentFailed,
  type PaymentProvider,
  type Preview,
  type TaxLocation,
} from '../port.ts'
import { plansByKey } from '../lookup-keys.ts'
import type { ChargebeeClient } from './client.ts'
import { addressParams, findCustomer } from './customers.ts'
import { itemsOf } from './prices.ts'
import { type Estimate, type InvoiceEstimate, type LineItem, WithEstimate } from './shapes.ts'
import { findCoupon, planItem, priceFor, retrieveSubscription } from './subscription-state.ts'

type PreviewInput = Parameters<PaymentProvider['preview']>[0]

/** What a plan or a change of one costs, by Chargebee's own sums. */
export function preview(client: ChargebeeClient, wish: PreviewInput): Promise<Preview> {
  return wish.subscriptionId === null
    ? previewNew(client, wish)
    : previewChange(client, wish, wish.subscriptionId)
}

async function previewNew(client: ChargebeeClient, wish: PreviewInput): Promise<Preview> {
  const coupons = wish.promotionId ? [wish.promotionId] : []
  const { invoice_estimate: today, subscription_estimate: subscription } = await estimateNew(client, wish, {
    coupons,
    withCredits: true,
  })
  const at = subscription?.next_billing_at ?? today?.line_items?.[0]?.date_to
  if (!today || !at)
    throw new PaymentFailed('answer_invalid', 'CHARGEBEE', 'its estimate is without an invoice')
  // What the customer has of credits is taken off.
  const due = dueOf(today)
  const credited = due.total - (today.amount_due ?? due.total)
  return {
    currency: wish.currency,
    dueToday: { ...due, subtotal: due.subtotal - credited, total: due.total - credited },
    nextPeriod: { at, total: await recurring(client, wish, coupons) },
    lines: linesOf(today.line_items ?? [], false),
    prorationDate: client.now(),
  }
}

async function previewChange(client: ChargebeeClient, wish: PreviewInput, id: string): Promise<Preview> {
  const subscription = await retrieveSubscription(client, id)
  const item = planItem(subscription)
  if (!item) throw new PaymentFailed('conflict', 'CHARGEBEE', 'the subscription is to no plan of ours')
  if (item.currency !== wish.currency)
    throw new PaymentFailed('currency_fixed', 'CHARGEBEE', 'the subscription has another currency')
  const kept = (subscription.coupons ?? []).map(({ coupon_id: coupon }) => coupon)
  const common = { currency: wish.currency, prorationDate: client.now() }
  const termEnd = subscription.current_term_end ?? client.now()
  const coupons = [...kept, ...(wish.promotionId ? [wish.promotionId] : [])]
  const priceId = priceFor(item, wish)
  const total = await recurring(client, { ...wish, customerId: subscription.customer_id }, coupons, priceId)
  if (item.plan === wish.plan && item.cycle === wish.cycle && wish.seats <= item.seats)
    return { ...common, dueToday: nothing, nextPeriod: { at: termEnd, total }, lines: [] }
  const estimate = await ask(
    client,
    client.api.estimate.updateSubscriptionForItems({
      subscription: { id },
      subscription_items: [{ item_price_id: priceId, quantity: wish.seats }],
      prorate: true,
      end_of_term: false,
      invoice_immediately: true,
      ...buyerOf(wish),
      ...(wish.promotionId ? { coupon_ids: [wish.promotionId] } : {}),
    }),
  )
  const at = estimate.subscription_estimate?.next_billing_at ?? termEnd
  return { ...common, ...dueTodayOf(estimate), nextPeriod: { at, total } }
}

/** What was paid for and is not used any longer comes back as a credit, which the invoice takes up first. */
function dueTodayOf(estimate: Estimate): Pick<Preview, 'dueToday' | 'lines'> {
  const credits = estimate.credit_note_estimates ?? []
  // A credit note says how much comes back: in an invoice that is an amount below nothing.
  const credited = credits
    .flatMap(({ line_items }) => linesOf(line_items ?? [], true))
    .map((line) => ({ ...line, amount: -line.amount }))
  const invoice = estimate.invoice_estimate
  // With what comes back its tax comes back.
  const total = credits.reduce((sum, credit) => sum + credit.total, 0)
  const tax = total - credits.reduce((sum, credit) => sum + credit.sub_total, 0)
  if (!invoice)
    return { dueToday: { ...nothing, subtotal: tax - total, tax: -tax, total: -total }, lines: credited }
  const due = dueOf(invoice)
  const paid = due.total - (invoice.amount_due ?? due.total)
  return {
    dueToday: {
      ...due,
      subtotal: due.subtotal - paid + tax,
      tax: due.tax - tax,
      total: due.total - paid,
    },
    lines: [...credited, ...linesOf(invoice.line_items ?? [], true)],
  }
}

/** A coupon that is used up with the first invoice is not part of the next. */
async function recurring(
  client: ChargebeeClient,
  wish: PreviewInput,
  coupons: readonly string[],
  priceId?: string,
): Promise<number> {
  const found = await Promise.all(coupons.map((id) => findCoupon(client, id)))
  const lasting = found.flatMap((coupon) =>
    coupon && coupon.duration_type !== 'one_time' ? [coupon.id] : [],
  )
  const { invoice_estimate: invoice } = await estimateNew(client, wish, { coupons: lasting, priceId })
  return invoice?.total ?? invoice?.sub_total ?? 0
}

async function estimateNew(
  client: ChargebeeClient,
  wish: PreviewInput,
  {
    coupons,
    priceId,
    withCredits = false,
  }: { coupons: string[]; priceId?: string | undefined; withCredits?: boolean },
): Promise<Estimate> {
  const { customerId, buyer } = wish
  const params = {
    subscription_items: itemsOf(wish, priceId),
    ...(coupons.length > 0 ? { coupon_ids: coupons } : {}),
  }
  const { estimate } = client.api
  // Of a customer the estimate takes another address, but no other VAT number.
  if (customerId === null || (await hasOtherVat(client, customerId, buyer)))
    return ask(client, estimate.createSubItemEstimate({ ...params, ...buyerOf(wish) }))
  const { billing_address } = buyerOf(wish)
  const more = { use_existing_balances: withCredits, ...(billing_address ? { billing_address } : {}) }
  return ask(client, estimate.createSubItemForCustomerEstimate(customerId, { ...params, ...more }))
}

/** What tax is computed by, where the order will change it. An empty VAT number is none. */
function buyerOf({ buyer }: PreviewInput) {
  if (!buyer) return {}
  return {
    billing_address: addressParams(buyer.address),
    customer: { vat_number: buyer.vat?.trim() ?? '' },
  }
}

async function hasOtherVat(
  client: ChargebeeClient,
  customerId: string,
  buyer: TaxLocation | undefined,
): Promise<boolean> {
  if (!buyer) return false
  const known = await findCustomer(client, customerId)
  return (known?.vat_number ?? '') !== (buyer.vat?.trim() ?? '')
}

async function ask(client: ChargebeeClient, call: Promise<unknown>): Promise<Estimate> {
  const { estimate } = await client.ask(WithEstimate, call)
  // Our prices are shown without tax.
  if (estimate.invoice_estimate?.price_type === 'tax_inclusive')
    throw new PaymentFailed('misconfigured', 'CHARGEBEE', 'the prices of the site contain tax')
  return estimate
}

const nothing: AmountDue = { subtotal: 0, discount: 0, tax: 0, total: 0 }
const sum = (amounts: readonly { amount: number }[] | null | undefined) =>
  (amounts ?? []).reduce((total, { amount }) => total + amount, 0)

function dueOf(invoice: InvoiceEstimate): AmountDue {
  const { sub_total: subtotal, total, discounts, taxes } = invoice
  return { subtotal, discount: sum(discounts), tax: sum(taxes), total: total ?? subtotal }
}

function linesOf(items: readonly LineItem[], proration: boolean): Preview['lines'][number][] {
  return items.map(
    ({ entity_id: key, description, amount, quantity, date_from: startAt, date_to: endAt }) => ({
      plan: plansByKey.get(key ?? '')?.plan ?? null,
      description,
      amount: amount ?? 0,
      quantity: quantity ?? null,
      proration,
      startAt,
      endAt,
    }),
  )
}
