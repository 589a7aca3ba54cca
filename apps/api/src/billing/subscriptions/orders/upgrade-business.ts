import type { BillingPreview, PaymentAction } from '@countersign/contract/billing-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { find as findBusiness, listMembers } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { billingStateOf } from '#api/billing/plans/billing-state.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import type { BusinessBilling, Subscription } from '../billing.ts'
import { checkChoice, type PlanChoice } from './check-choice.ts'
import { checkDueToday } from './check-due-today.ts'
import { checkProrationDate } from './check-proration-date.ts'
import { findDiscount } from '../referrals/find-discount.ts'
import { placeOrder } from './place-order.ts'
import { presentPreview } from './present-preview.ts'
import { atProvider, providerForNew } from '../provider-refusal.ts'
import { readBilling } from '../read-billing.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { addressAfter, type AddressChange, saveCustomer, taxLocationOf } from '../customers/save-customer.ts'

export interface PlanOrder extends PlanChoice {
  readonly prorationDate?: string | null | undefined
  /** What the preview that was shown says is due today. */
  readonly dueToday?: number | null | undefined
  readonly setupReference?: string | null | undefined
  readonly billing?: AddressChange | undefined
}

/** Buys a plan for a business, or changes to another one. What is wrong is refused before anything is written. */
export async function upgradeBusiness(
  context: Context,
  actor: AccountActor,
  businessId: string,
  order: PlanOrder,
): Promise<PaymentAction | null> {
  const { billing, live: current } = await check(context, actor, businessId, withAddress(order))
  checkProrationDate(order.prorationDate, current, context.now())
  requireCountry(addressOf(order).country ?? billing.address.country)
  const provider = (await findCustomer(context, context.db, billing))?.provider ?? providerForNew(context)
  const found = await findDiscount(context, provider, businessId, order)
  const { customerId } = await saveCustomer(context, actor, businessId, addressOf(order))
  await checkDueToday(context, provider, order.dueToday, {
    ...wishOf(order, found?.promotion.id),
    ...{ customerId, subscriptionId: current?.id ?? null },
    prorationDate: current && order.prorationDate ? new Date(order.prorationDate) : null,
  })
  return placeOrder(context, actor, businessId, async (tx, locked, live) => {
    await checkWith(context, tx, locked, live, withAddress(order))
    checkProrationDate(order.prorationDate, live, context.now())
    const { plan, cycle, currency, amountSeats: seats } = order
    const isSame = live?.plan === plan && live.cycle === cycle && (live.nextSeats ?? live.seats) === seats
    const setupReference = order.setupReference ?? null
    if (isSame && live.cancelAt === null && setupReference === null) return null
    return {
      kind: 'UPGRADE',
      subscriptionId: live?.id ?? null,
      wish: {
        ...{ plan, cycle, currency, seats },
        isNew: live === null,
        promoCode: order.promoCode ?? null,
        referralCode: order.referralCode ?? null,
        promotionId: found?.promotion.id ?? null,
        prorationDate: order.prorationDate ?? null,
        setupReference,
        keepsPlan: isSame,
      },
    }
  })
}

/** The address that comes with an order; what tax is computed by may be named beside the plan as well. */
export function addressOf({
  billing,
  country,
  vat,
  postalCode,
}: Pick<PlanOrder, 'billing' | 'country' | 'vat' | 'postalCode'>): AddressChange {
  return {
    ...(country ? { country } : {}),
    ...(vat === undefined ? {} : { vat }),
    ...(postalCode ? { postalCode } : {}),
    ...billing,
  }
}

export const wishOf = (
  { plan, cycle, currency, amountSeats: seats }: PlanChoice,
  promotionId: string | null = null,
) => ({ ...{ plan, cycle, currency, seats }, promotionId })

export function withAddress(order: PlanOrder): PlanOrder {
  const { country, vat } = addressOf(order)
  return { ...order, country: country ?? null, vat }
}

/** By it the currency is known: without one, a buyer could choose the cheaper, or buy where nothing is sold. */
export function requireCountry(country: string | null | undefined): void {
  if (!country)
    throw wrongField('country', 'required', 'A plan is bought with the country that its invoices go to')
}

export async function previewUpgrade(
  context: Context,
  actor: AccountActor,
  businessId: string,
  choice: PlanChoice,
): Promise<BillingPreview> {
  const { billing, live } = await check(context, actor, businessId, choice)
  const customer = await findCustomer(context, context.db, billing)
  const provider = customer?.provider ?? providerForNew(context)
  const found = await findDiscount(context, provider, businessId, choice)
  const { plan, cycle, amountSeats: seats } = choice
  const business = await findBusiness(context.db, businessId)
  const address = addressAfter(billing, business?.country ?? null, addressOf(choice))
  const preview = await atProvider(context, () =>
    provider.preview({
      ...wishOf(choice, found?.promotion.id),
      customerId: customer?.customerId ?? null,
      subscriptionId: live?.id ?? null,
      buyer: taxLocationOf(address),
    }),
  )
  const isFewer = live?.plan === plan && live.cycle === cycle && seats < live.seats
  return presentPreview(preview, { isFewer, discount: found?.discount ?? null })
}

async function check(context: Context, actor: AccountActor, businessId: string, choice: PlanChoice) {
  providerForNew(context)
  await allowAdmin(context.db, actor, businessId)
  const { billing, live } = await readBilling(context, businessId)
  await checkWith(context, context.db, billing, live, choice)
  return { billing, live }
}

async function checkWith(
  context: Context,
  db: Reader,
  billing: BusinessBilling,
  live: Subscription | null,
  choice: PlanChoice,
): Promise<void> {
  const state = billingStateOf(billing, live, context.now())
  if (state.paymentMethod === 'MANUAL') throw new Refusal('billing.manual')
  if (state.paymentMethod === 'BLOCKED') throw new Refusal('business.not_allowed')
  // It is taken off what a purchase or a change costs.
  const costsNothing =
    live?.plan === choice.plan && live.cycle === choice.cycle && choice.amountSeats <= live.seats
  if (costsNothing && choice.promoCode) throw new Refusal('billing.promo_not_for_plan')
  await checkChoice(db, choice, {
    currency: billing.currency,
    address: billing.address,
    people: await countSeated(db, billing.businessId),
  })
}

export async function countSeated(db: Reader, businessId: string): Promise<number> {
  return (await listMembers(db, businessId)).filter(({ lockedAt }) => lockedAt === null).length
}
