import {
  extraKey,
  extrasByKey,
  keysOf,
  missingFrom,
  planKey,
  plansByKey,
  priceListOf,
  qualities,
} from '#api/providers/payment/lookup-keys.ts'
import type { Currency, Cycle, PriceList } from '../port.ts'
import type { ChargebeeClient } from './client.ts'
import { isAlreadyThere } from './failures.ts'
import { listAll } from './lists.ts'
import { Anything, ItemPriceEntry } from './shapes.ts'

const ourKeys = [...plansByKey.keys(), ...extrasByKey.keys()]
const family = 'countersign'

/** Our lookup keys are the ids of the item prices. */
export async function listPrices(client: ChargebeeClient): Promise<PriceList> {
  const entries = await listAll(client, ItemPriceEntry, (page) =>
    client.api.itemPrice.list({ id: { in: ourKeys }, status: { is: 'active' }, ...page }),
  )
  return priceListOf(
    new Map(
      entries.flatMap(({ item_price: { id, price } }) => (price == null ? [] : [[id, price] as const])),
    ),
  )
}

/** Makes those prices of the list that are missing. */
export async function setUpPrices(client: ChargebeeClient, list: PriceList): Promise<string[]> {
  const missing = missingFrom(list, keysOf(await listPrices(client)))
  if (keysOf(missing).length === 0) return []
  const { api } = client
  await ensure(client, api.itemFamily.create({ id: family, name: 'Countersign' }))
  for (const plan of new Set(missing.plans.map((price) => price.plan))) {
    const name = plan.charAt(0).toUpperCase() + plan.slice(1)
    await ensure(
      client,
      api.item.create({ id: `countersign-${plan}`, name, type: 'plan', item_family_id: family }),
    )
  }
  for (const quality of new Set(missing.extras.map((price) => price.quality)))
    await ensure(
      client,
      api.item.create({
        id: `countersign-extra-${quality}`,
        name: `${quality.toUpperCase()} signatures beyond the included`,
        type: 'addon',
        item_family_id: family,
        metered: true,
        usage_calculation: 'sum_of_usages',
      }),
    )
  for (const price of missing.plans)
    await createPrice(client, { ...price, key: planKey(price), item: `countersign-${price.plan}` })
  for (const price of missing.extras) {
    const item = `countersign-extra-${price.quality}`
    await createPrice(client, { ...price, key: extraKey(price), item, cycle: 'month' })
  }
  return keysOf(missing)
}

async function createPrice(
  client: ChargebeeClient,
  price: { key: string; item: string; currency: Currency; amount: number; cycle: Cycle },
): Promise<void> {
  await ensure(
    client,
    client.api.itemPrice.create({
      id: price.key,
      name: price.key,
      item_id: price.item,
      currency_code: price.currency,
      pricing_model: 'per_unit',
      price: price.amount,
      period: 1,
      period_unit: price.cycle,
    }),
  )
}

/** One that is there already was made by another process, or by a try before. */
async function ensure(client: ChargebeeClient, creating: Promise<unknown>): Promise<void> {
  try {
    await client.ask(Anything, creating)
  } catch (error) {
    if (!isAlreadyThere(error)) throw error
  }
}

/** What a subscription consists of: the plan for each seat, and what signatures beyond the included are metered by. */
export function itemsOf(
  wish: Parameters<typeof planKey>[0] & { readonly seats: number },
  priceId: string = planKey(wish),
) {
  return [
    { item_price_id: priceId, quantity: wish.seats },
    ...qualities.map((quality) => ({ item_price_id: extraKey({ quality, currency: wish.currency }) })),
  ]
}
