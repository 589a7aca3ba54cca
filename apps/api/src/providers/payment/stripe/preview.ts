import { PaymentFailed } from '../port.ts'
import type { AmountDue, Cycle, PaidPlan, PaymentProvider, Preview } from '../port.ts'
import { priceFor, whenChanged, withPromotion } from './change.ts'
import type { StripeClient } from './client.ts'
import { pricesOf } from './prices.ts'
import {
  type PreviewInvoice,
  PreviewInvoice as PreviewShape,
  type PreviewLine,
  type Price,
  PromotionCode,
} from './shapes.ts'
import { planItem, retrieveSubscription, seatsOf } from './subscription-state.ts'
import { isTaxable, previewedTax } from './tax.ts'

type PreviewInput = Parameters<PaymentProvider['preview']>[0]
type Params = NonNullable<Parameters<StripeClient['api']['invoices']['createPreview']>[0]>

/** What a plan or a change of one costs, by Stripe's own sums. */
export function preview(client: StripeClient, wish: PreviewInput): Promise<Preview> {
  return wish.subscriptionId === null
    ? previewNew(client, wish)
    : previewChange(client, wish, wish.subscriptionId)
}

async function previewNew(client: StripeClient, wish: PreviewInput): Promise<Preview> {
  const { plan, extras } = await pricesOf(client, wish)
  const params: Params = {
    ...(wish.customerId === null ? {} : { customer: wish.customerId }),
    ...previewedTax(client, wish),
    currency: wish.currency.toLowerCase(),
    subscription_details: {
      billing_mode: { type: 'flexible' },
      items: [{ price: plan.id, quantity: wish.seats }, ...extras.map(({ id }) => ({ price: id }))],
    },
    ...(wish.promotionId ? { discounts: [{ promotion_code: wish.promotionId }] } : {}),
  }
  const [today, isOnce] = await Promise.all([
    ask(client, params),
    wish.promotionId ? holdsOnce(client, wish.promotionId) : false,
  ])
  const later = isOnce ? await ask(client, { ...params, discounts: '' }) : today
  const line = today.lines.data.find((one) => priceOf(one) === plan.id)
  if (!line) throw new PaymentFailed('answer_invalid', 'STRIPE', 'its preview is without the plan')
  return {
    currency: wish.currency,
    dueToday: dueOf(today),
    nextPeriod: { at: line.period.end, total: later.total },
    lines: linesOf(today, new Map([[plan.id, wish.plan]])),
    prorationDate: wish.prorationDate ?? line.period.start,
  }
}

async function previewChange(
  client: StripeClient,
  wish: PreviewInput,
  subscriptionId: string,
): Promise<Preview> {
  const subscription = await retrieveSubscription(client, subscriptionId)
  const found = planItem(subscription)
  if (!found) throw new PaymentFailed('conflict', 'STRIPE', 'the subscription is to no plan of ours')
  const { item, choice } = found
  if (choice.currency !== wish.currency)
    throw new PaymentFailed('currency_fixed', 'STRIPE', 'the subscription has another currency')
  const price = await priceFor(client, found, wish)
  const { entitled } = seatsOf(subscription, item)
  const isSamePlan = choice.plan === wish.plan && choice.cycle === wish.cycle
  const prorationDate =
    wish.prorationDate ?? within(client.now(), item.current_period_start, item.current_period_end)
  const items = [{ id: item.id, price, quantity: wish.seats }]
  const common = { currency: wish.currency, prorationDate }
  // Without discounts of its own an invoice has those of the subscription.
  const without = {
    subscription: subscriptionId,
    ...(isTaxable(subscription) ? previewedTax(client, wish) : {}),
  }
  if (isSamePlan && wish.seats <= entitled) {
    const { total } = await nextInvoice(client, without, wish.cycle, items)
    return { ...common, dueToday: nothing, nextPeriod: { at: item.current_period_end, total }, lines: [] }
  }
  const isNewCycle = choice.cycle !== wish.cycle
  // In flexible billing mode the credit is for what was charged, whatever the quantity is by now: nothing is charged twice.
  const details = {
    items,
    ...whenChanged(isNewCycle, prorationDate),
    proration_behavior: 'always_invoice' as const,
  }
  const discounted = { ...without, ...withPromotion(subscription, wish) }
  const now = await ask(client, { ...discounted, subscription_details: details })
  const isUsedUp =
    wish.promotionId != null &&
    (await holdsOnce(client, wish.promotionId)) &&
    // What is charged for the rest of a period may leave it for the next invoice.
    now.total !== (await ask(client, { ...without, subscription_details: details })).total
  const { total } = await nextInvoice(client, isUsedUp ? without : discounted, wish.cycle, items)
  const lines = linesOf(
    now,
    new Map([
      [item.price.id, choice.plan],
      [price, wish.plan],
    ]),
  )
  const at = isNewCycle ? lastOf(lines.map(({ endAt }) => endAt)) : item.current_period_end
  return { ...common, dueToday: dueOf(now), nextPeriod: { at, total }, lines }
}

type Details = NonNullable<Params['subscription_details']>

/** The next invoice of a plan that is paid by the year is one for signatures: a new year is what it will be charged for. */
function nextInvoice(
  client: StripeClient,
  params: Params,
  cycle: Cycle,
  items: NonNullable<Details['items']>,
): Promise<PreviewInvoice> {
  return ask(client, {
    ...params,
    subscription_details: {
      items,
      ...(cycle === 'year' ? { billing_cycle_anchor: { type: 'now' as const } } : {}),
      proration_behavior: 'none',
    },
  })
}

/** A promotion that is used up with the first invoice is not part of the next. */
async function holdsOnce(client: StripeClient, id: string): Promise<boolean> {
  const asking = client.api.promotionCodes.retrieve(id, { expand: ['promotion.coupon'] })
  const { coupon } = (await client.ask(PromotionCode, asking)).promotion
  return coupon !== null && typeof coupon !== 'string' && coupon.duration === 'once'
}

const nothing: AmountDue = { subtotal: 0, discount: 0, tax: 0, total: 0 }

function ask(client: StripeClient, params: Params): Promise<PreviewInvoice> {
  return client.ask(PreviewShape, client.api.invoices.createPreview(params))
}

/** Below nothing: a credit for later invoices. What the customer has of such is taken off. */
function dueOf(invoice: PreviewInvoice): AmountDue {
  return {
    subtotal: invoice.subtotal,
    discount: sum(invoice.total_discount_amounts),
    tax: sum(invoice.total_taxes),
    total: invoice.total < 0 ? invoice.total : invoice.amount_due,
  }
}

const sum = (amounts: readonly { amount: number }[] | null | undefined) =>
  (amounts ?? []).reduce((total, { amount }) => total + amount, 0)

/** Lines of signatures that were not made yet are left out. `plans`: what the prices are of. */
function linesOf({ lines }: PreviewInvoice, plans: ReadonlyMap<Price['id'], PaidPlan>): Preview['lines'] {
  return lines.data
    .filter((line) => line.amount !== 0)
    .map((line) => ({
      plan: plans.get(priceOf(line) ?? '') ?? null,
      description: line.description ?? '',
      amount: line.amount,
      quantity: line.quantity ?? null,
      proration: isProration(line),
      startAt: line.period.start,
      endAt: line.period.end,
    }))
}

const isProration = ({ parent }: PreviewLine): boolean =>
  parent?.invoice_item_details?.proration === true || parent?.subscription_item_details?.proration === true

const priceOf = ({ pricing }: PreviewLine): Price['id'] | undefined => pricing?.price_details?.price

const within = (time: Date, from: Date, to: Date) =>
  new Date(Math.floor(Math.min(Math.max(time.getTime(), from.getTime()), to.getTime()) / 1000) * 1000)

const lastOf = (times: readonly Date[]) => new Date(Math.max(...times.map((time) => time.getTime())))
