import { addPeriod, dayOfMonthAt } from '../../chargebee/subscriptions/terms.ts'
import type { Account } from '../account.ts'
import type { SubscriptionItem } from '../billing-resources.ts'
import { invalid } from '../errors.ts'
import { mergeMetadata } from '../params.ts'
import type { Params } from '../params.ts'
import type { Price } from '../resources.ts'

export const itemParams = [
  'items[].id',
  'items[].price',
  'items[].quantity',
  'items[].deleted',
  'items[].clear_usage',
  'items[].metadata.*',
]

export const isMetered = (price: Price): boolean => price.recurring?.usage_type === 'metered'

/** The period of a price that a time is in. All boundaries follow from the anchor. */
export function periodAt(anchor: number, price: Price, at: number): { start: number; end: number } {
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {}
  const boundary = (index: number) => addPeriod(anchor, index * count, interval, dayOfMonthAt(anchor))
  let index = 0
  while (boundary(index) > at) index -= 1
  while (boundary(index + 1) <= at) index += 1
  return { start: boundary(index), end: boundary(index + 1) }
}

/** A price that can be subscribed to. */
export function needPrice(account: Account, id: string, param: string): Price {
  const price = account.tables.prices.need(id, param)
  if (!price.active)
    throw invalid(param, `The price specified is inactive. This field only accepts active prices.`)
  if (!price.recurring)
    throw invalid(
      param,
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    )
  return price
}

/** Of an item in a call: metered ones have no quantity, licensed ones have one. */
export function quantityOf(given: Params, price: Price, param: string, before?: number): number | undefined {
  const quantity = given.int('quantity')
  if (isMetered(price)) {
    if (quantity !== undefined)
      throw invalid(`${param}[quantity]`, 'You cannot set the quantity for metered plans.')
    return undefined
  }
  if (quantity !== undefined && quantity < 0)
    throw invalid(
      `${param}[quantity]`,
      'This value must be greater than or equal to 0.',
      'parameter_invalid_integer',
    )
  return quantity ?? before ?? 1
}

export function newItem(
  account: Account,
  subscription: string,
  price: Price,
  given: { quantity: number | undefined; metadata?: Record<string, string> | undefined },
): SubscriptionItem {
  const { quantity } = given
  return {
    id: account.newId('si'),
    object: 'subscription_item',
    created: account.now(),
    metadata: mergeMetadata({}, given.metadata),
    subscription,
    price: structuredClone(price),
    ...(quantity !== undefined && { quantity }),
    billing_thresholds: null,
    current_period_start: account.now(),
    current_period_end: account.now(),
    discounts: [],
    tax_rates: [],
    hidden: { debits: [], invoicedUntil: account.now() },
  }
}

export function setPeriod(item: SubscriptionItem, { start, end }: { start: number; end: number }): void {
  item.current_period_start = start
  item.current_period_end = end
}

/** Throws where the items do not go together. */
export function checkTogether(
  items: readonly SubscriptionItem[],
  mode: 'flexible' | 'classic',
  currency?: string,
): void {
  const [first] = items
  if (!first) return
  for (const { price } of items) {
    if (price.currency !== (currency ?? first.price.currency))
      throw invalid(
        'items',
        `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${currency ?? first.price.currency}\`.`,
      )
    const [one, other] = [price.recurring, first.price.recurring]
    const isSame = one?.interval === other?.interval && one?.interval_count === other?.interval_count
    if (mode === 'classic' && !isSame)
      throw invalid(
        'items',
        'If a subscription has multiple prices, they must all have the same billing interval unless its billing mode is flexible.',
      )
  }
  if (new Set(items.map((one) => one.price.id)).size < items.length)
    throw invalid('items', `Cannot add multiple subscription items with the same plan: ${first.price.id}`)
}
