import type { Account } from '../account.ts'
import { automaticTax } from '../billing-resources.ts'
import type { Subscription, SubscriptionItem } from '../billing-resources.ts'
import { ownMethod } from '../customers/live-customer.ts'
import { mergeMetadata } from '../params.ts'
import type { Params } from '../params.ts'
import type { Customer } from '../resources.ts'

export function bareSubscription(
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
    isTaxed: boolean
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
    automatic_tax: automaticTax(given.isTaxed),
    pending_update: null,
    pause_collection: null,
    schedule: null,
    metadata: mergeMetadata({}, params.named('metadata')),
    hidden: { items, pendingLines: [], pendingUpdate: null, isTrialEndTold: false },
  }
}
