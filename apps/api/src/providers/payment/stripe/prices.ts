import {
  keysOf,
  meterName,
  missingFrom,
  plansByKey,
  extrasByKey,
  planKey,
  extraKey,
  priceListOf,
  qualities,
} from '#api/providers/payment/lookup-keys.ts'
import { PaymentFailed } from '../port.ts'
import type { Currency, Cycle, ExtraPrice, PaidPlan, PlanPrice, PriceList } from '../port.ts'
import { inParts } from '#api/platform/values/in-parts.ts'
import type { StripeClient } from './client.ts'
import { isAlreadyThere } from './failures.ts'
import { makeOnce } from './make-once.ts'
import { listAll } from './pages.ts'
import { Identified, Meter, pageOf, Price } from './shapes.ts'

const ourKeys = [...plansByKey.keys(), ...extrasByKey.keys()]
/** More of them Stripe does not look for at once. */
const keysAtOnce = 10

/** The active prices that have one of our lookup keys, by it. */
export async function findPrices(
  client: StripeClient,
  keys: readonly string[] = ourKeys,
): Promise<Map<string, Price>> {
  const pages = await Promise.all(
    inParts(keys, keysAtOnce).map((lookup_keys) =>
      client.ask(pageOf(Price), client.api.prices.list({ active: true, lookup_keys, limit: 100 })),
    ),
  )
  return new Map(
    pages
      .flatMap(({ data }) => data)
      .flatMap((price) => (price.lookup_key ? [[price.lookup_key, price] as const] : [])),
  )
}

export async function listPrices(client: StripeClient): Promise<PriceList> {
  const prices = await findPrices(client)
  return priceListOf(
    new Map(
      [...prices].flatMap(([key, { unit_amount: amount }]) =>
        amount === null ? [] : [[key, amount] as const],
      ),
    ),
  )
}

/** What a subscription to this plan is made of: its price for each seat, and that of each signature beyond the included. */
export async function pricesOf(
  client: StripeClient,
  choice: { plan: PaidPlan; cycle: Cycle; currency: Currency },
): Promise<{ plan: Price; extras: Price[] }> {
  const key = planKey(choice)
  const extraKeys = qualities.map((quality) => extraKey({ quality, currency: choice.currency }))
  const prices = await findPrices(client, [key, ...extraKeys])
  const plan = prices.get(key)
  if (!plan) throw new PaymentFailed('misconfigured', 'STRIPE', `there is no price ${key}`)
  const extras = extraKeys.flatMap((name) => prices.get(name) ?? [])
  refuseUntaxable(client, [plan, ...extras])
  return { plan, extras }
}

/** With Stripe Tax a price has to say whether it contains tax (`unspecified` is refused), and ours are shown without it. */
function refuseUntaxable({ settings }: StripeClient, prices: readonly Price[]): void {
  const untaxable = settings.tax && prices.find((price) => price.tax_behavior !== 'exclusive')
  if (!untaxable) return
  const { lookup_key: key, tax_behavior: behavior } = untaxable
  throw new PaymentFailed('misconfigured', 'STRIPE', `tax_behavior of ${key} is ${behavior}, not exclusive`)
}

/** Makes those prices of the list that are missing. One from before Stripe Tax was set up gets its tax behaviour, which Stripe allows once. */
export async function setUpPrices(client: StripeClient, list: PriceList): Promise<string[]> {
  const there = await findPrices(client)
  for (const { id, tax_behavior: behavior } of there.values())
    if (client.settings.tax && behavior === 'unspecified')
      await client.ask(Identified, client.api.prices.update(id, { tax_behavior: 'exclusive' }))
  const missing = missingFrom(list, there.keys())
  for (const price of missing.plans) await createPlanPrice(client, price)
  const meters = missing.extras.length > 0 ? await findMeters(client) : new Map<string, string>()
  for (const price of missing.extras) await createExtraPrice(client, price, meters)
  return keysOf(missing)
}

async function createPlanPrice(client: StripeClient, price: PlanPrice): Promise<void> {
  const { plan, cycle, currency, amount } = price
  const product = await ensureProduct(client, `countersign-${plan}`, nameOf(plan), { plan })
  await createPrice(client, planKey(price), {
    product,
    currency,
    amount,
    recurring: { interval: cycle },
    metadata: { plan, cycle },
  })
}

async function createExtraPrice(client: StripeClient, price: ExtraPrice, meters: Map<string, string>) {
  const { quality, currency, amount } = price
  const name = `${quality === 'seal' ? 'Seals' : `${quality.toUpperCase()} signatures`} beyond the included`
  const product = await ensureProduct(client, `countersign-extra-${quality}`, name, { quality })
  const meter = meters.get(meterName(quality)) ?? (await createMeter(client, quality))
  meters.set(meterName(quality), meter)
  // Of a plan that is paid by the year they are charged each month all the same.
  const recurring = { interval: 'month', usage_type: 'metered', meter } as const
  await createPrice(client, extraKey(price), { product, currency, amount, recurring, metadata: { quality } })
}

async function createPrice(
  client: StripeClient,
  key: string,
  price: {
    product: string
    currency: Currency
    amount: number
    recurring: { interval: Cycle; usage_type?: 'metered'; meter?: string }
    metadata: Record<string, string>
  },
): Promise<void> {
  const { amount, currency, ...rest } = price
  const params = {
    ...rest,
    currency: currency.toLowerCase(),
    unit_amount: amount,
    lookup_key: key,
    tax_behavior: 'exclusive' as const,
    // One that is no longer active may still have the key.
    transfer_lookup_key: true,
  }
  await makeOnce(
    `price:${key}:${amount}`,
    async () => (await findPrices(client, [key])).get(key) ?? null,
    (idempotencyKey) => client.ask(Price, client.api.prices.create(params, { idempotencyKey })),
  )
}

async function ensureProduct(
  client: StripeClient,
  id: string,
  name: string,
  metadata: Record<string, string>,
): Promise<string> {
  try {
    await client.ask(Identified, client.api.products.create({ id, name: `Countersign ${name}`, metadata }))
  } catch (error) {
    if (!isAlreadyThere(error)) throw error
  }
  return id
}

/** The ids of the meters in use, by their events' names. */
export async function findMeters(client: StripeClient): Promise<Map<string, string>> {
  const meters = await listAll(client, Meter, (page) =>
    client.api.billing.meters.list({ status: 'active', ...page }),
  )
  return new Map(meters.map(({ event_name, id }) => [event_name, id]))
}

async function createMeter(client: StripeClient, quality: ExtraPrice['quality']): Promise<string> {
  const params = {
    display_name: `${quality.toUpperCase()} signatures`,
    event_name: meterName(quality),
    default_aggregation: { formula: 'sum' as const },
    customer_mapping: { type: 'by_id' as const, event_payload_key: 'stripe_customer_id' },
    value_settings: { event_payload_key: 'value' },
  }
  const name = meterName(quality)
  return makeOnce(
    `meter:${name}`,
    async () => (await findMeters(client)).get(name) ?? null,
    async (idempotencyKey) =>
      (await client.ask(Meter, client.api.billing.meters.create(params, { idempotencyKey }))).id,
  )
}

const nameOf = (plan: PaidPlan) => plan.charAt(0).toUpperCase() + plan.slice(1)
