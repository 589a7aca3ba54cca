import { refundableOf } from './apply-change.ts'
import type { Subscription } from '../billing-resources.ts'
import { readChange } from './change-subscription.ts'
import type { Change } from './change-subscription.ts'
import { creditLines } from '../invoices/credit-notes.ts'
import { buyerOf, draftInvoice, sum } from '../invoices/invoice-draft.ts'
import type { Buyer, Draft } from '../invoices/invoice-draft.ts'
import type { Params } from '../params.ts'
import { get, post } from '../route.ts'
import type { Route } from '../route.ts'
import type { Site } from '../site.ts'
import { draftStart, readStart, termLines } from './start-subscription.ts'
import { planOf } from './subscription-items.ts'
import { addPeriod } from './terms.ts'
import { usageLines } from '../catalog/usage-charges.ts'

/** What would be invoiced. Nothing is kept, and nobody is charged. */
export const estimateRoutes: Route[] = [
  post('/estimates/create_subscription_for_items', ({ site, params }) =>
    estimateStart(site, params, params.text('customer[id]')),
  ),
  post('/customers/:id/create_subscription_for_items_estimate', ({ site, params, id }) =>
    estimateStart(site, params, site.tables.customers.need(id).id),
  ),
  post('/estimates/update_subscription_for_items', ({ site, params }) => {
    const id = params.required('subscription[id]')
    const subscription = site.tables.subscriptions.need(id, 'subscription[id]')
    return estimateChange(site, subscription, params)
  }),
  get('/subscriptions/:id/renewal_estimate', ({ site, params, id }) => {
    const subscription = site.tables.subscriptions.need(id)
    const draft = draftRenewal(site, subscription)
    return estimate(site, {
      subscription_estimate: subscriptionEstimate(subscription),
      invoice_estimate: invoiceEstimate(
        subscription,
        draft,
        creditsOf(site, subscription.customer_id, params),
      ),
    })
  }),
]

function estimateStart(site: Site, params: Params, customerId: string | undefined): object {
  const start = readStart(site, params, 'subscription')
  const from = start.startDate ?? start.trialEnd ?? site.now()
  const draft = draftStart(
    site,
    start,
    start.trialEnd ?? from,
    { customerId },
    buyerIn(site, params, customerId),
  )
  const currency = start.plan.currency_code
  const invoice = invoiceEstimate(
    { currency_code: currency, customer_id: customerId },
    draft,
    creditsOf(site, customerId, params),
  )
  return estimate(site, {
    subscription_estimate: {
      object: 'subscription_estimate',
      currency_code: currency,
      status: start.status,
      next_billing_at: start.status === 'active' ? addPeriod(site.now(), start.period, start.unit) : from,
    },
    ...(start.status === 'active' ? { invoice_estimate: invoice } : { next_invoice_estimate: invoice }),
  })
}

function estimateChange(site: Site, subscription: Subscription, params: Params): object {
  const change = readChange(site, subscription, params, 'subscription')
  const buyer = buyerIn(site, params, subscription.customer_id)
  const draft = draftInvoice(site, change.lines, change.coupons, site.now(), buyer)
  const issued = refundableOf(site, change.credits)
  const existing = creditsOf(site, subscription.customer_id, params)
  const invoice = change.lines.length > 0 && change.isInvoicedNow
  const used = Math.min(issued, draft.total)
  return estimate(site, {
    subscription_estimate: {
      ...subscriptionEstimate(subscription),
      next_billing_at: change.term?.to ?? subscription.next_billing_at,
    },
    ...(invoice
      ? { invoice_estimate: invoiceEstimate(subscription, draft, issued + existing) }
      : { next_invoice_estimate: nextInvoice(site, subscription, change, issued + existing) }),
    ...(change.credits.length > 0 && {
      credit_note_estimates: creditEstimates(site, subscription, change, used),
    }),
    ...(!change.isInvoicedNow && change.lines.length > 0 && { unbilled_charge_estimates: change.lines }),
  })
}

function nextInvoice(site: Site, subscription: Subscription, change: Change, credits: number): object {
  const unbilled = change.at === undefined && !change.isInvoicedNow ? change.lines : []
  const plan = planOf(site, change.items)
  const next = {
    ...subscription,
    subscription_items: change.items,
    coupons: change.coupons,
    billing_period: plan.period ?? 1,
    billing_period_unit: plan.period_unit ?? ('month' as const),
  }
  const draft = draftRenewal(site, next, unbilled)
  return invoiceEstimate(subscription, draft, credits)
}

function draftRenewal(site: Site, subscription: Subscription, more: Change['lines'] = []): Draft {
  const from = subscription.next_billing_at ?? subscription.current_term_end ?? site.now()
  const { billing_period: period, billing_period_unit: unit, hidden } = subscription
  const to = addPeriod(from, period, unit, hidden.day)
  const owner = { customerId: subscription.customer_id, subscriptionId: subscription.id }
  const lines = [
    ...termLines(site, subscription.subscription_items, { from, to, ...owner }),
    ...usageLines(site, subscription, from),
    ...hidden.unbilled,
    ...more,
  ]
  return draftInvoice(site, lines, subscription.coupons ?? [], from)
}

function creditEstimates(site: Site, subscription: Subscription, change: Change, used: number): object[] {
  const byInvoice = Map.groupBy(change.credits, ({ charge }) => charge.invoice_id)
  let left = used
  return [...byInvoice].map(([invoiceId, credits]) => {
    const total = sum(credits, (one) => one.amount)
    const net = sum(credits, (one) => one.net)
    const isPaid = (site.tables.invoices.get(invoiceId)?.amount_due ?? 0) === 0
    const allocated = isPaid ? Math.min(left, total) : total
    if (isPaid) left -= allocated
    return {
      object: 'credit_note_estimate',
      reference_invoice_id: invoiceId,
      type: isPaid ? 'refundable' : 'adjustment',
      price_type: 'tax_exclusive',
      currency_code: subscription.currency_code,
      customer_id: subscription.customer_id,
      sub_total: net,
      total,
      amount_allocated: allocated,
      amount_available: total - allocated,
      line_items: creditLines(site, subscription, credits),
    }
  })
}

/** As the call describes the customer, else as it is kept. An empty VAT number is none. */
function buyerIn(site: Site, params: Params, customerId: string | undefined): Buyer {
  const known = buyerOf(site, customerId)
  const vat = 'customer[vat_number]'
  return {
    country: params.text('billing_address[country]') ?? known.country,
    hasVatNumber: params.has(vat) ? params.text(vat) !== undefined : known.hasVatNumber,
  }
}

const creditsOf = (site: Site, customerId: string | undefined, params: Params): number =>
  params.flag('use_existing_balances') === false
    ? 0
    : (site.tables.customers.get(customerId)?.refundable_credits ?? 0)

const estimate = (site: Site, parts: object): object => ({
  estimate: { object: 'estimate', created_at: site.now(), ...parts },
})

const subscriptionEstimate = (subscription: Subscription) => ({
  object: 'subscription_estimate',
  id: subscription.id,
  currency_code: subscription.currency_code,
  status: subscription.status,
  next_billing_at: subscription.next_billing_at,
})

function invoiceEstimate(
  owner: { currency_code: string; customer_id?: string },
  draft: Draft,
  credits: number,
): object {
  const applied = Math.min(draft.total, credits)
  return {
    object: 'invoice_estimate',
    recurring: true,
    price_type: 'tax_exclusive',
    currency_code: owner.currency_code,
    customer_id: owner.customer_id,
    sub_total: draft.subTotal,
    total: draft.total,
    credits_applied: applied,
    amount_paid: 0,
    amount_due: draft.total - applied,
    line_items: draft.lines,
    discounts: draft.discounts,
    taxes: draft.taxes,
    line_item_taxes: [],
    line_item_discounts: draft.lines.flatMap((line) =>
      line.discount_amount > 0
        ? [{ object: 'line_item_discount', line_item_id: line.id, discount_amount: line.discount_amount }]
        : [],
    ),
    round_off_amount: 0,
  }
}
