import type { Account } from '../account.ts'
import type { Subscription, SubscriptionItem } from '../billing-resources.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { createParams, createSubscription } from './create-subscription.ts'
import { noSuch } from '../errors.ts'
import { list, listParams } from '../list.ts'
import { paramsOf } from '../params.ts'
import type { Params, Tree } from '../params.ts'
import { get, post, remove } from '../route.ts'
import type { Route } from '../route.ts'
import { updateParams, updateSubscription } from './update-subscription.ts'

const itemFields = [
  'price',
  'quantity',
  'metadata.*',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
]
const cancelParams = [
  'invoice_now',
  'prorate',
  'cancellation_details.comment',
  'cancellation_details.feedback',
]

export const subscriptionRoutes: Route[] = [
  post('/subscriptions', createParams, ({ account, params }) => createSubscription(account, params)),
  get(
    '/subscriptions',
    [...listParams, 'customer', 'price', 'status', 'collection_method'],
    ({ account, params }) => {
      const [customer, price] = [params.text('customer'), params.text('price')]
      const isAsked = statusFilter(params)
      const rows = account.tables.subscriptions
        .all()
        .filter(
          (one) =>
            (customer ?? one.customer) === one.customer &&
            isAsked(one) &&
            (!price || one.hidden.items.some((item) => item.price.id === price)),
        )
      return list(params, '/v1/subscriptions', rows)
    },
  ),
  get('/subscriptions/:id', [], ({ account, id }) => account.tables.subscriptions.need(id)),
  post('/subscriptions/:id', updateParams, ({ account, params, id }) =>
    updateSubscription(account, account.tables.subscriptions.need(id), params),
  ),
  remove('/subscriptions/:id', cancelParams, ({ account, params, id }) => {
    const subscription = account.tables.subscriptions.need(id)
    if (['canceled', 'incomplete_expired'].includes(subscription.status)) throw noSuch('subscription', id)
    const details = params.part('cancellation_details')
    Object.assign(subscription.cancellation_details, {
      comment: details?.text('comment') ?? null,
      feedback: details?.text('feedback') ?? null,
    })
    const [invoiceNow, prorate] = [params.flag('invoice_now') ?? false, params.flag('prorate') ?? false]
    cancelSubscription(account, subscription, { invoiceNow, prorate, reason: 'cancellation_requested' })
    return subscription
  }),
  get('/subscription_items', [...listParams, 'subscription'], ({ account, params }) => {
    const subscription = account.tables.subscriptions.need(params.required('subscription'), 'subscription')
    return list(params, '/v1/subscription_items', subscription.hidden.items)
  }),
  get('/subscription_items/:id', [], ({ account, id }) => findItem(account, id).item),
  post('/subscription_items', [...itemFields, 'subscription'], ({ account, params }) => {
    const subscription = account.tables.subscriptions.need(params.required('subscription'), 'subscription')
    const before = new Set(subscription.hidden.items.map((item) => item.id))
    changeItem(account, subscription, params, {})
    return subscription.hidden.items.find((item) => !before.has(item.id)) ?? {}
  }),
  post('/subscription_items/:id', [...itemFields, 'off_session'], ({ account, params, id }) => {
    const { subscription } = findItem(account, id)
    changeItem(account, subscription, params, { id })
    return findItem(account, id).item
  }),
  remove(
    '/subscription_items/:id',
    ['clear_usage', 'proration_behavior', 'proration_date'],
    ({ account, params, id }) => {
      const { subscription } = findItem(account, id)
      changeItem(account, subscription, params, { id, deleted: 'true' })
      return { id, object: 'subscription_item', deleted: true }
    },
  ),
]

/** All but those that are canceled, unless a status is asked for. */
function statusFilter(params: Params): (subscription: Subscription) => boolean {
  const status = params.text('status')
  if (status === 'all') return () => true
  if (status === 'ended') return (one) => ['canceled', 'incomplete_expired'].includes(one.status)
  return (one) => (status === undefined ? one.status !== 'canceled' : one.status === status)
}

function findItem(account: Account, id: string): { subscription: Subscription; item: SubscriptionItem } {
  for (const subscription of account.tables.subscriptions.all()) {
    const item = subscription.hidden.items.find((one) => one.id === id)
    if (item) return { subscription, item }
  }
  throw noSuch('subscription_item', id)
}

/** The same as an update of the subscription with this one item. */
function changeItem(account: Account, subscription: Subscription, params: Params, item: Tree): void {
  const names = ['payment_behavior', 'proration_behavior', 'proration_date', 'off_session']
  const rest = names.flatMap((name) => (params.has(name) ? [[name, params.text(name) ?? '']] : []))
  const own = ['price', 'quantity'].flatMap((name) =>
    params.has(name) ? [[name, params.text(name) ?? '']] : [],
  )
  const metadata = params.named('metadata')
  const fields: Tree = { ...item, ...(Object.fromEntries(own) as Tree), ...(metadata && { metadata }) }
  const tree: Tree = { ...(Object.fromEntries(rest) as Tree), items: [fields] }
  updateSubscription(account, subscription, paramsOf(tree))
}
