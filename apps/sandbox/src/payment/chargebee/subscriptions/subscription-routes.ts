import { applyChange } from './apply-change.ts'
import {
  cancelAtTermEnd,
  cancelNow,
  dropScheduledChanges,
  removeScheduledCancellation,
} from './cancel-subscription.ts'
import { readChange } from './change-subscription.ts'
import { changeTermEnd } from './change-term-end.ts'
import { invalidState } from '../errors.ts'
import { list } from '../list.ts'
import { reactivate } from './reactivate-subscription.ts'
import { get, post } from '../route.ts'
import type { Call, Route } from '../route.ts'
import { shownAll } from '../site.ts'
import { startSubscription } from './start-subscription.ts'
import { openUsages, quantityOf } from '../catalog/usage-charges.ts'

const subscriptionOf = ({ site, id }: Call) => site.tables.subscriptions.need(id)

export const subscriptionRoutes: Route[] = [
  post('/customers/:id/subscription_for_items', ({ site, params, id }) =>
    startSubscription(site, site.tables.customers.need(id), params),
  ),
  get('/subscriptions', (call) => listSubscriptions(call)),
  get('/customers/:id/subscriptions', (call) => listSubscriptions(call, call.id)),
  get('/subscriptions/:id', showSubscription),
  get('/subscriptions/:id/retrieve_with_scheduled_changes', (call) => {
    const { scheduled } = subscriptionOf(call).hidden
    if (!scheduled) throw invalidState(`The subscription ${call.id} has no scheduled changes`)
    const subscription = { ...subscriptionOf(call), subscription_items: scheduled.items }
    return shownAll({ subscription, customer: call.site.tables.customers.get(subscription.customer_id) })
  }),
  post('/subscriptions/:id/update_for_items', (call) => {
    const subscription = subscriptionOf(call)
    return applyChange(call.site, subscription, readChange(call.site, subscription, call.params))
  }),
  post('/subscriptions/:id/remove_scheduled_changes', (call) => {
    const { site } = call
    const subscription = subscriptionOf(call)
    if (!subscription.has_scheduled_changes)
      throw invalidState(`The subscription ${call.id} has no scheduled changes`)
    dropScheduledChanges(subscription)
    site.touch(subscription)
    const customer = site.tables.customers.get(subscription.customer_id)
    site.record('subscription_scheduled_changes_removed', { subscription, customer })
    return shownAll({ subscription, customer })
  }),
  post('/subscriptions/:id/cancel_for_items', cancel),
  post('/subscriptions/:id/remove_scheduled_cancellation', (call) =>
    removeScheduledCancellation(call.site, subscriptionOf(call)),
  ),
  post('/subscriptions/:id/reactivate', (call) => reactivate(call.site, subscriptionOf(call), call.params)),
  post('/subscriptions/:id/change_term_end', (call) =>
    changeTermEnd(call.site, subscriptionOf(call), call.params),
  ),
]

function listSubscriptions({ site, params }: Call, customerId?: string): object {
  return list(params, {
    name: 'subscription',
    rows: site.tables.subscriptions
      .all()
      .filter((one) => customerId === undefined || one.customer_id === customerId),
    filters: ['id', 'customer_id', 'status', 'cancelled_at', 'next_billing_at', 'created_at', 'updated_at'],
    sortBy: ['created_at', 'updated_at'],
  })
}

/** With what was used of its metered items since the last invoice. */
function showSubscription(call: Call): object {
  const { site } = call
  const subscription = subscriptionOf(call)
  const items = subscription.subscription_items.map((item) =>
    item.metered_quantity === undefined
      ? item
      : { ...item, metered_quantity: String(quantityOf(site, item, openUsages(site, subscription, item))) },
  )
  const customer = site.tables.customers.get(subscription.customer_id)
  return shownAll({ subscription: { ...subscription, subscription_items: items }, customer })
}

function cancel(call: Call): object {
  const { site, params } = call
  const subscription = subscriptionOf(call)
  if (subscription.status === 'cancelled')
    throw invalidState(`The subscription ${subscription.id} is already cancelled`)
  const option = params.oneOf('cancel_option', ['immediately', 'end_of_term', 'end_of_billing_term'])
  const isAtEnd = params.flag('end_of_term') || (option !== undefined && option !== 'immediately')
  if (!isAtEnd)
    return cancelNow(site, subscription, {
      credit: params.oneOf('credit_option_for_current_term_charges', ['none', 'prorate', 'full']),
      dropsUnbilled: params.oneOf('unbilled_charges_option', ['invoice', 'delete']) === 'delete',
    })
  if (subscription.status === 'non_renewing')
    throw invalidState(`The subscription ${subscription.id} is already scheduled for cancellation`)
  return cancelAtTermEnd(site, subscription)
}
