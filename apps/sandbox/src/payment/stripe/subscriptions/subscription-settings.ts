import type { Account } from '../account.ts'
import { automaticTax } from '../billing-resources.ts'
import type { Subscription } from '../billing-resources.ts'
import { liveCustomer, ownMethod } from '../customers/live-customer.ts'
import { invalid } from '../errors.ts'
import { readAutomaticTax } from '../invoices/tax-invoice.ts'
import { mergeMetadata } from '../params.ts'
import type { Params } from '../params.ts'
import type { Changes } from './pending-update.ts'

/** All of an update but its items. */
export function readSettings(
  account: Account,
  subscription: Subscription,
  params: Params,
): { changes: Changes; isAnchoredNow: boolean } {
  const changes: Changes = {}
  if (params.has('metadata'))
    changes.metadata = mergeMetadata(subscription.metadata, params.named('metadata'))
  if (params.has('description')) changes.description = params.text('description') ?? null
  if (params.has('default_payment_method')) {
    const customer = liveCustomer(account, subscription.customer)
    const method = params.text('default_payment_method')
    changes.default_payment_method = ownMethod(account, customer, method, 'default_payment_method')
  }
  const saves = params
    .part('payment_settings')
    ?.oneOf('save_default_payment_method', ['on_subscription', 'off'] as const)
  if (saves)
    changes.payment_settings = { ...subscription.payment_settings, save_default_payment_method: saves }
  const details = params.part('cancellation_details')
  if (details)
    changes.cancellation_details = {
      ...subscription.cancellation_details,
      comment: details.text('comment') ?? subscription.cancellation_details.comment,
      feedback: details.text('feedback') ?? subscription.cancellation_details.feedback,
    }
  const isTaxed = readAutomaticTax(account, params, {
    country: account.tables.customers.get(subscription.customer)?.address?.['country'],
    lines: subscription.hidden.items,
  })
  if (isTaxed !== undefined) changes.automatic_tax = automaticTax(isTaxed)
  readCancellation(account, subscription, params, changes)
  const isAnchoredNow = readTrialAndAnchor(account, subscription, params, changes)
  return { changes, isAnchoredNow }
}

function readCancellation(
  account: Account,
  subscription: Subscription,
  params: Params,
  changes: Changes,
): void {
  const ends = subscription.hidden.items.map((item) => item.current_period_end)
  const reason = (value: string | null) => ({
    ...subscription.cancellation_details,
    ...changes.cancellation_details,
    reason: value,
  })
  const atEnd = params.flag('cancel_at_period_end')
  if (atEnd !== undefined && params.text('cancel_at'))
    throw invalid(
      'cancel_at',
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
    )
  const isEnding = atEnd === true || params.text('cancel_at') !== undefined
  if (isEnding) {
    const at = params.text('cancel_at')
    const named =
      at === 'min_period_end' ? Math.min(...ends) : at === 'max_period_end' ? Math.max(...ends) : undefined
    const time = atEnd ? Math.min(...ends) : (named ?? params.int('cancel_at') ?? null)
    if (time !== null && time <= account.now()) throw invalid('cancel_at', 'cancel_at must be in the future')
    Object.assign(changes, {
      cancel_at_period_end: atEnd ?? false,
      cancel_at: time,
      canceled_at: subscription.canceled_at ?? account.now(),
      cancellation_details: reason('cancellation_requested'),
    })
  } else if (atEnd === false || params.isEmptied('cancel_at'))
    Object.assign(changes, {
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      cancellation_details: reason(null),
    })
}

/** Answers whether a new period begins now. */
function readTrialAndAnchor(
  account: Account,
  subscription: Subscription,
  params: Params,
  changes: Changes,
): boolean {
  const now = account.now()
  const isTrialing = subscription.trial_end !== null && subscription.trial_end > now
  const trialEnd = params.text('trial_end')
  if (trialEnd === 'now') {
    if (!isTrialing) return false
    Object.assign(changes, { trial_end: now, status: 'active' })
    return true
  }
  if (trialEnd !== undefined) {
    const end = params.int('trial_end') ?? 0
    if (!isTrialing) throw invalid('trial_end', 'The sandbox moves the end of a trial only while it lasts.')
    if (end <= now) throw invalid('trial_end', 'Timestamp must be in the future')
    changes.trial_end = end
    for (const item of subscription.hidden.items) item.current_period_end = end
    subscription.billing_cycle_anchor = end
  }
  const anchor = params.part('billing_cycle_anchor')?.oneOf('type', ['now', 'unchanged'] as const)
  return anchor === 'now'
}
