import type { Account } from '../account.ts'
import type { PendingUpdate, Subscription } from '../billing-resources.ts'

/** What a change leaves in the subscription. As JSON it waits until its invoice is paid. */
export type Changes = Partial<
  Pick<
    Subscription,
    | 'automatic_tax'
    | 'billing_cycle_anchor'
    | 'cancel_at_period_end'
    | 'cancel_at'
    | 'canceled_at'
    | 'metadata'
    | 'trial_end'
    | 'status'
    | 'default_payment_method'
    | 'description'
    | 'discounts'
    | 'payment_settings'
    | 'cancellation_details'
  >
> & { items?: Subscription['hidden']['items']; pendingLines?: Subscription['hidden']['pendingLines'] }

const longest = 23 * 3600

export function applyChanges(subscription: Subscription, changes: Changes): void {
  const { items, pendingLines, ...rest } = changes
  Object.assign(subscription, rest)
  if (items) subscription.hidden.items = items
  if (pendingLines) subscription.hidden.pendingLines = pendingLines
}

/** The change waits for its invoice: until the trial or a period ends, and for 23 hours at most. */
export function keepPendingUpdate(
  account: Account,
  subscription: Subscription,
  invoice: string,
  changes: Changes,
): void {
  const {
    items = [],
    metadata,
    cancel_at_period_end: atEnd,
    billing_cycle_anchor: anchor,
    trial_end: trialEnd,
  } = changes
  const ends = subscription.hidden.items.map((item) => item.current_period_end)
  const pending: PendingUpdate = {
    billing_cycle_anchor:
      anchor !== undefined && anchor !== subscription.billing_cycle_anchor ? anchor : null,
    cancel_at_period_end: atEnd ?? null,
    discount: null,
    discounts: null,
    expires_at: Math.min(account.now() + longest, ...ends),
    metadata: metadata ?? null,
    subscription_items: items.map(({ hidden: _hidden, ...item }) => item),
    trial_end: trialEnd ?? null,
    trial_from_plan: null,
  }
  account.update('customer.subscription.updated', subscription, () => {
    subscription.pending_update = pending
    subscription.hidden.pendingUpdate = { invoice, after: JSON.stringify(changes) }
  })
}

export function applyPendingUpdate(account: Account, subscription: Subscription): void {
  const { pendingUpdate } = subscription.hidden
  if (!pendingUpdate) return
  account.update('customer.subscription.updated', subscription, () => {
    applyChanges(subscription, JSON.parse(pendingUpdate.after) as Changes)
    subscription.pending_update = null
    subscription.hidden.pendingUpdate = null
  })
  account.record('customer.subscription.pending_update_applied', subscription)
}

/** Takes the change back. Answers the invoice that is to be voided. */
export function dropPendingUpdate(account: Account, subscription: Subscription): string | undefined {
  const { pendingUpdate } = subscription.hidden
  if (!pendingUpdate) return undefined
  subscription.pending_update = null
  subscription.hidden.pendingUpdate = null
  account.record('customer.subscription.pending_update_expired', subscription)
  return pendingUpdate.invoice
}
