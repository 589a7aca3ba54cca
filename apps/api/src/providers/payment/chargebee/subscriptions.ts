import { isOutage, PaymentFailed, type PaymentProvider, type SubscriptionState } from '../port.ts'
import { type ChargebeeClient, idempotent } from './client.ts'
import { checkSetup } from './customers.ts'
import { isAlreadyThere, isMissing, orMissing } from './failures.ts'
import { itemsOf } from './prices.ts'
import { type Subscription, WithSubscription } from './shapes.ts'
import { type PlanItem, planItem, priceFor, retrieveSubscription, stateOf } from './subscription-state.ts'

type Order = Parameters<PaymentProvider['subscribe']>[0]
type ChangeInput = Parameters<PaymentProvider['change']>[0]

/** Buys a plan. The order's id is the subscription's: the same order makes one, whenever it is tried again. */
export async function subscribe(client: ChargebeeClient, order: Order): Promise<SubscriptionState> {
  const made = await orMissing(retrieveSubscription(client, order.orderId))
  if (made) return resultOf(client, made, order)
  if (order.setupReference !== null) await checkSetup(client, order.setupReference, order.customerId)
  const params = {
    id: order.orderId,
    subscription_items: itemsOf(order),
    auto_collection: 'on' as const,
    invoice_immediately: true,
    meta_data: { order: order.orderId },
    ...(order.promotionId ? { coupon_ids: [order.promotionId] } : {}),
  }
  const creating = client.api.subscription.createWithItems(order.customerId, params, idempotent(order.key))
  try {
    await client.ask(WithSubscription, creating)
  } catch (error) {
    if (!isAlreadyThere(error)) throw error
  }
  return resultOf(client, await retrieveSubscription(client, order.orderId), order)
}

async function resultOf(
  client: ChargebeeClient,
  made: Subscription,
  order: Order,
): Promise<SubscriptionState> {
  if (made.customer_id !== order.customerId)
    throw new PaymentFailed('conflict', 'CHARGEBEE', 'the subscription is another customer’s')
  if (made.status === 'cancelled')
    throw new PaymentFailed('declined', 'CHARGEBEE', 'the subscription of this order is cancelled')
  return stateOf(client, made.id)
}

/** Absolute numbers, compared with those that are there: a change that broke off half-way is finished by making it again. */
export async function change(client: ChargebeeClient, wish: ChangeInput): Promise<SubscriptionState> {
  const current = await retrieveSubscription(client, wish.subscriptionId)
  const item = openItem(current, wish)
  if (wish.setupReference !== null) await checkSetup(client, wish.setupReference, wish.customerId)
  const isSamePlan = item.plan === wish.plan && item.cycle === wish.cycle
  const scheduled = (await stateOf(client, current.id)).nextSeats
  const isScheduled = current.has_scheduled_changes === true
  if (isSamePlan && wish.seats < item.seats) {
    if (scheduled !== wish.seats) {
      if (isScheduled) await removeScheduled(client, current.id)
      await schedule(client, wish, wish.seats, item)
    }
  } else {
    if (isScheduled) await removeScheduled(client, current.id)
    if (!isSamePlan || wish.seats > item.seats)
      await chargeNow(client, wish, item).catch(async (error: unknown) => {
        const isFinal = error instanceof PaymentFailed && !isOutage(error)
        // What was asked for before from the next term on, is asked for again.
        if (isFinal && scheduled !== null) await schedule(client, wish, scheduled, item)
        throw error
      })
  }
  return stateOf(client, current.id)
}

function openItem(subscription: Subscription, wish: ChangeInput) {
  const item = planItem(subscription)
  if (!item || subscription.customer_id !== wish.customerId)
    throw new PaymentFailed(
      'conflict',
      'CHARGEBEE',
      'the subscription is another customer’s, or to no plan of ours',
    )
  if (!['active', 'in_trial', 'non_renewing'].includes(subscription.status))
    throw new PaymentFailed('conflict', 'CHARGEBEE', `the subscription is ${subscription.status}`)
  if (item.currency !== wish.currency)
    throw new PaymentFailed('currency_fixed', 'CHARGEBEE', 'the subscription has another currency')
  return item
}

async function chargeNow(client: ChargebeeClient, wish: ChangeInput, item: PlanItem): Promise<void> {
  const params = {
    subscription_items: [{ item_price_id: priceFor(item, wish), quantity: wish.seats }],
    prorate: true,
    end_of_term: false,
    invoice_immediately: true,
    ...(wish.promotionId ? { coupon_ids: [wish.promotionId] } : {}),
  }
  const updating = client.api.subscription.updateForItems(
    wish.subscriptionId,
    params,
    idempotent(`${wish.key}:now`),
  )
  await client.ask(WithSubscription, updating)
}

async function schedule(
  client: ChargebeeClient,
  wish: ChangeInput,
  quantity: number,
  { priceId }: PlanItem,
): Promise<void> {
  const params = {
    subscription_items: [{ item_price_id: priceId, quantity }],
    end_of_term: true,
  }
  await client.ask(WithSubscription, client.api.subscription.updateForItems(wish.subscriptionId, params))
}

async function removeScheduled(client: ChargebeeClient, id: string): Promise<void> {
  await client
    .ask(WithSubscription, client.api.subscription.removeScheduledChanges(id))
    .catch(async (error: unknown) => {
      const { has_scheduled_changes: isScheduled } = await retrieveSubscription(client, id)
      if (isScheduled === true) throw error
    })
}

export async function cancelAtPeriodEnd(
  client: ChargebeeClient,
  id: string,
  key: string,
): Promise<SubscriptionState> {
  const { status } = await retrieveSubscription(client, id)
  if (status !== 'non_renewing') {
    const cancelling = client.api.subscription.cancelForItems(id, { end_of_term: true }, idempotent(key))
    await client.ask(WithSubscription, cancelling)
  }
  return stateOf(client, id)
}

export async function revokeCancellation(
  client: ChargebeeClient,
  id: string,
  key: string,
): Promise<SubscriptionState> {
  const { status } = await retrieveSubscription(client, id)
  if (status === 'non_renewing') {
    const revoking = client.api.subscription.removeScheduledCancellation(id, {}, idempotent(key))
    await client.ask(WithSubscription, revoking)
  }
  return stateOf(client, id)
}

/** At once, without a refund. One that has ended is no error. */
export async function cancelNow(client: ChargebeeClient, id: string, key: string): Promise<void> {
  try {
    const { status } = await retrieveSubscription(client, id)
    if (status === 'cancelled' || status === 'transferred') return
    const params = { end_of_term: false, credit_option_for_current_term_charges: 'none' as const }
    await client.ask(WithSubscription, client.api.subscription.cancelForItems(id, params, idempotent(key)))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
