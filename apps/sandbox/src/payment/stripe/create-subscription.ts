import type { Account } from './account.ts'
import type { Discount, Invoice, Subscription, SubscriptionItem } from './billing-resources.ts'
import { liveCustomer, ownMethod } from './live-customer.ts'
import { discountParams, readDiscounts, redeem } from './discounts.ts'
import { invalid, missing } from './errors.ts'
import { addInvoice, finalizeInvoice } from './finalize-invoice.ts'
import { linkDebits, periodLine, remainingLine, trialLine } from './invoice-lines.ts'
import { makeInvoice } from './make-invoice.ts'
import { newToken } from './next-action.ts'
import { mergeMetadata } from './params.ts'
import type { Params } from './params.ts'
import { payInvoice, paymentError } from './pay-invoice.ts'
import type { Customer } from './resources.ts'
import {
  checkTogether,
  isMetered,
  itemParams,
  needPrice,
  newItem,
  periodAt,
  quantityOf,
  setPeriod,
} from './subscription-items.ts'
import { touchedRows } from './touched-rows.ts'

export const behaviours = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const

export const createParams = [
  ...itemParams,
  ...discountParams,
  'customer',
  'currency',
  'billing_cycle_anchor',
  'billing_mode.type',
  'billing_mode.flexible.proration_discounts',
  'cancel_at',
  'cancel_at_period_end',
  'collection_method',
  'default_payment_method',
  'description',
  'metadata.*',
  'off_session',
  'payment_behavior',
  'payment_settings.save_default_payment_method',
  'payment_settings.payment_method_types[]',
  'proration_behavior',
  'trial_end',
  'trial_period_days',
  'trial_settings.end_behavior.missing_payment_method',
]

export interface Draft {
  subscription: Subscription
  customer: Customer | undefined
  discounts: Discount[]
  invoice: Invoice
}

export function createSubscription(account: Account, params: Params): Subscription {
  const customer = liveCustomer(account, params.required('customer'))
  const behavior = params.oneOf('payment_behavior', behaviours) ?? 'allow_incomplete'
  return account.atomic(touchedRows(account, customer), () => {
    const { subscription, discounts, invoice } = draftSubscription(account, params, customer)
    account.tables.subscriptions.add(subscription)
    redeem(account, discounts)
    account.record('customer.subscription.created', subscription)
    addInvoice(account, invoice, discounts)
    finalizeInvoice(account, invoice)
    if (subscription.status === 'trialing') prepareSetup(account, subscription, customer)
    if (invoice.status !== 'open' || behavior === 'default_incomplete') return subscription
    const outcome = payInvoice(account, invoice)
    if (outcome !== 'paid' && behavior === 'error_if_incomplete')
      throw paymentError(account, invoice, outcome, 'subscription')
    return subscription
  })
}

/** The subscription and its first invoice, not kept yet. `customer` may be missing in a preview. */
export function draftSubscription(account: Account, params: Params, customer: Customer | undefined): Draft {
  const now = account.now()
  const id = account.newId('sub')
  const mode = params.part('billing_mode')?.oneOf('type', ['flexible', 'classic'] as const) ?? 'flexible'
  const items = readItems(account, params, id)
  checkTogether(items, mode, params.text('currency')?.toLowerCase())
  const currency = items[0]?.price.currency ?? ''
  if (customer?.currency && customer.currency !== currency)
    throw invalid(
      'currency',
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${customer.currency}`,
    )
  const trialEnd = readTrial(account, params)
  const anchor = params.int('billing_cycle_anchor') ?? trialEnd ?? now
  if (anchor < now) throw invalid('billing_cycle_anchor', 'billing_cycle_anchor cannot be in the past')
  const discounts = readDiscounts(account, params, { customer, subscription: id }) ?? []
  const prorates = params.text('proration_behavior') !== 'none'
  const lines = items.flatMap((item) => firstLines(account, item, anchor, trialEnd, prorates))
  const subscription = bare(account, params, { id, mode, items, currency, customer, anchor, trialEnd })
  subscription.discounts = discounts.map((one) => one.id)
  const period = { start: now, end: now }
  const invoice = makeInvoice(account, {
    customer,
    subscription,
    currency,
    lines,
    discounts,
    reason: 'subscription_create',
    period,
  })
  linkDebits(items, invoice)
  return { subscription, customer, discounts, invoice }
}

function readItems(account: Account, params: Params, id: string): SubscriptionItem[] {
  const given = params.list('items')
  if (!given || given.length === 0) throw missing('items')
  return given.map((one, index) => {
    const price = needPrice(account, one.required('price'), `items[${index}][price]`)
    const quantity = quantityOf(one, price, `items[${index}]`)
    return newItem(account, id, price, { quantity, metadata: one.named('metadata') })
  })
}

function readTrial(account: Account, params: Params): number | undefined {
  const days = params.int('trial_period_days')
  if (params.text('trial_end') === 'now') return undefined
  const end = params.int('trial_end') ?? (days ? account.now() + days * 86_400 : undefined)
  if (end !== undefined && end <= account.now()) throw invalid('trial_end', 'trial_end must be in the future')
  return end
}

function firstLines(
  account: Account,
  item: SubscriptionItem,
  anchor: number,
  trialEnd: number | undefined,
  prorates: boolean,
) {
  const now = account.now()
  const isAnchored = anchor > now
  const whole = periodAt(anchor, item.price, now)
  setPeriod(
    item,
    trialEnd !== undefined || isAnchored
      ? { start: now, end: trialEnd ?? Math.min(anchor, whole.end) }
      : whole,
  )
  const { current_period_end: end } = item
  if (isMetered(item.price)) return []
  if (trialEnd !== undefined) return [trialLine(account, item, now, end)]
  if (!isAnchored) return [periodLine(account, item, now, end)]
  if (!prorates) return []
  const line = remainingLine(account, { ...item, current_period_start: whole.start }, now, 1)
  return [line]
}

function bare(
  account: Account,
  params: Params,
  given: {
    id: string
    mode: 'flexible' | 'classic'
    items: SubscriptionItem[]
    currency: string
    customer: Customer | undefined
    anchor: number
    trialEnd: number | undefined
  },
): Subscription {
  const { id, mode, items, customer, trialEnd } = given
  const now = account.now()
  const atEnd = params.flag('cancel_at_period_end') ?? false
  const ends = items.map((item) => item.current_period_end)
  const method = params.text('default_payment_method')
  const saves = params
    .part('payment_settings')
    ?.oneOf('save_default_payment_method', ['on_subscription', 'off'] as const)
  const missingMethod = params.part('trial_settings')?.part('end_behavior')?.text('missing_payment_method')
  return {
    ...account.head('subscription', id),
    customer: customer?.id ?? '',
    status: trialEnd === undefined ? 'incomplete' : 'trialing',
    currency: given.currency,
    billing_mode: { type: mode, flexible: mode === 'flexible' ? { proration_discounts: 'included' } : null },
    billing_cycle_anchor: given.anchor,
    start_date: now,
    trial_start: trialEnd === undefined ? null : now,
    trial_end: trialEnd ?? null,
    trial_settings: { end_behavior: { missing_payment_method: missingMethod ?? 'create_invoice' } },
    cancel_at_period_end: atEnd,
    cancel_at: params.int('cancel_at') ?? (atEnd ? Math.min(...ends) : null),
    canceled_at: atEnd ? now : null,
    cancellation_details: { comment: null, feedback: null, reason: atEnd ? 'cancellation_requested' : null },
    ended_at: null,
    collection_method:
      params.oneOf('collection_method', ['charge_automatically'] as const) ?? 'charge_automatically',
    days_until_due: null,
    default_payment_method:
      customer && method ? ownMethod(account, customer, method, 'default_payment_method') : null,
    default_source: null,
    description: params.text('description') ?? null,
    discounts: [],
    latest_invoice: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: params.part('payment_settings')?.texts('payment_method_types') ?? null,
      save_default_payment_method: saves ?? 'off',
    },
    pending_setup_intent: null,
    pending_update: null,
    pause_collection: null,
    schedule: null,
    metadata: mergeMetadata({}, params.named('metadata')),
    hidden: { items, pendingLines: [], pendingUpdate: null, isTrialEndTold: false },
  }
}

/** A trial without a card asks for one. */
function prepareSetup(account: Account, subscription: Subscription, customer: Customer): void {
  if (subscription.default_payment_method ?? customer.invoice_settings.default_payment_method) return
  const id = account.newId('seti')
  const intent = account.tables.setupIntents.add({
    ...account.head('setup_intent', id),
    client_secret: `${id}_secret_${newToken()}`,
    customer: customer.id,
    description: null,
    payment_method: null,
    status: 'requires_payment_method',
    cancellation_reason: null,
    usage: 'off_session',
    next_action: null,
    last_setup_error: null,
    payment_method_types: ['card'],
    hidden: { returnUrl: null, token: newToken() },
  })
  subscription.pending_setup_intent = intent.id
  account.record('setup_intent.created', intent)
}
