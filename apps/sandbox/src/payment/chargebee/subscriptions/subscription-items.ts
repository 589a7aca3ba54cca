import type { SubscriptionItem } from '../billing-resources.ts'
import { invalidRequest, wrongValue } from '../errors.ts'
import { amountFor, sum } from '../invoices/invoice-draft.ts'
import type { Params } from '../params.ts'
import type { ItemPrice } from '../resources.ts'
import type { Site } from '../site.ts'

const name = 'subscription_items'

/** The items of a request. A quantity is absolute: it replaces the one before. */
export function readItems(site: Site, params: Params): SubscriptionItem[] {
  return params.indexes(name).map((index) => {
    const at = (field: string) => `${name}[${field}][${index}]`
    const price = site.tables.itemPrices.need(params.required(at('item_price_id')), at('item_price_id'))
    if (price.status !== 'active') throw invalidRequest(`The item price ${price.id} is ${price.status}`)
    const quantity = params.int(at('quantity'))
    if (quantity !== undefined && quantity < 1) throw wrongValue(at('quantity'), 'should be 1 or more')
    return itemOf(site, price, quantity, params.int(at('unit_price')))
  })
}

export function itemOf(
  site: Site,
  price: ItemPrice,
  quantity: number | undefined,
  unitPrice = price.price,
): SubscriptionItem {
  const { metered } = site.tables.items.need(price.item_id)
  const count = price.pricing_model === 'per_unit' ? (quantity ?? 1) : quantity
  return {
    object: 'subscription_item',
    item_price_id: price.id,
    item_type: price.item_type,
    unit_price: unitPrice,
    free_quantity: price.free_quantity,
    ...(metered
      ? { metered_quantity: '0' }
      : {
          ...(count !== undefined && { quantity: count }),
          amount: amountFor(price.pricing_model, unitPrice, count ?? 1, price.free_quantity),
        }),
  }
}

/** The plan of a list of items, which has to have one, all in one currency. */
export function planOf(site: Site, items: readonly SubscriptionItem[]): ItemPrice {
  const plans = items.filter((item) => item.item_type === 'plan')
  const [plan] = plans
  if (!plan || plans.length > 1) throw invalidRequest('A subscription has exactly one plan item price')
  const price = site.tables.itemPrices.need(plan.item_price_id)
  for (const item of items) {
    const { currency_code: currency } = site.tables.itemPrices.need(item.item_price_id)
    if (currency !== price.currency_code)
      throw invalidRequest(`The item price ${item.item_price_id} is not in ${price.currency_code}`)
  }
  return price
}

/** The items after an update: those given replace those of the same price, a plan replaces the plan. */
export function mergeItems(
  before: readonly SubscriptionItem[],
  given: readonly SubscriptionItem[],
  replaces: boolean,
): SubscriptionItem[] {
  if (replaces) return [...given]
  const hasPlan = given.some((item) => item.item_type === 'plan')
  const kept = before.filter(
    (item) =>
      !given.some((one) => one.item_price_id === item.item_price_id) &&
      !(hasPlan && item.item_type === 'plan'),
  )
  return [
    ...given.filter((item) => item.item_type === 'plan'),
    ...kept,
    ...given.filter((item) => item.item_type !== 'plan'),
  ]
}

/** The prices of which the two lists have not the same quantity at the same price. */
export function changedPrices(
  before: readonly SubscriptionItem[],
  after: readonly SubscriptionItem[],
): Set<string> {
  const key = (item: SubscriptionItem) => `${item.item_price_id} ${item.quantity} ${item.unit_price}`
  const [old, next] = [new Set(before.map(key)), new Set(after.map(key))]
  const changed = [
    ...before.filter((item) => !next.has(key(item))),
    ...after.filter((item) => !old.has(key(item))),
  ]
  return new Set(changed.map((item) => item.item_price_id))
}

export const periodicAmount = (items: readonly SubscriptionItem[]): number =>
  sum(items, (item) => item.amount ?? 0)
