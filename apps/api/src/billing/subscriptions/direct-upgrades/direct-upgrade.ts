import type { BillingPreview, PaymentAction } from '@countersign/contract/billing-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { taxLocationOf } from '../customers/save-customer.ts'
import { checkDueToday } from '../orders/check-due-today.ts'
import { checkChoice, type Chooser, type PlanChoice } from '../orders/check-choice.ts'
import { currencyOf } from '../customers/countries.ts'
import { findDirectCustomer, saveDirectCustomer } from './direct-customer.ts'
import { findDiscount } from '../referrals/find-discount.ts'
import { inTurn } from '../in-turn.ts'
import { locking } from '../lock-billing.ts'
import type { Order } from '../orders/order.ts'
import * as orders from '../orders/order-repository.ts'
import { actionOf } from '../orders/place-order.ts'
import { presentAction } from '../customers/present-action.ts'
import { presentPreview } from '../orders/present-preview.ts'
import { atProvider, keepingOrder, providerForNew } from '../provider-refusal.ts'
import { refuseFailed } from '../orders/settle-order.ts'
import { settleDirect } from './settle-direct.ts'
import { addressOf, type PlanOrder, requireCountry, wishOf, withAddress } from '../orders/upgrade-business.ts'

export interface DirectOrder extends PlanOrder {
  readonly name: string
  readonly phone: string | null
  readonly termsAccepted: boolean
}

const newcomer: Chooser = { currency: null, address: {}, people: 1 }

async function allowNewcomer(context: Context, actor: AccountActor): Promise<void> {
  providerForNew(context)
  if (await findMembership(context.db, actor.accountId)) throw new Refusal('business.already_member')
}

/** Prepares a payment method of an account that is about to become a business. */
export async function createDirectSetupIntent(
  context: Context,
  actor: AccountActor,
  country: string,
): Promise<PaymentAction> {
  await allowNewcomer(context, actor)
  const currency = currencyOf(country)
  if (!currency) throw new Refusal('billing.country_without_price')
  const { provider, customerId } = await inTurn(
    context.pool,
    actor.accountId,
    async () =>
      (await findDirectCustomer(context, actor.accountId)) ?? saveDirectCustomer(context, actor, { country }),
  )
  const setup = await atProvider(context, () =>
    provider.createSetup({
      ...{ customerId, currency, key: `setup:${crypto.randomUUID()}` },
      returnUrl: `${context.config.publicUrl}/business/upgrade?payment=return`,
    }),
  )
  return presentAction(provider, setup)
}

export async function previewDirectUpgrade(
  context: Context,
  actor: AccountActor,
  choice: PlanChoice,
): Promise<BillingPreview> {
  await allowNewcomer(context, actor)
  await checkChoice(context.db, choice, newcomer)
  const customer = await findDirectCustomer(context, actor.accountId)
  const provider = customer?.provider ?? providerForNew(context)
  const found = await findDiscount(context, provider, null, choice)
  const preview = await atProvider(context, () =>
    provider.preview({
      ...wishOf(choice, found?.promotion.id),
      subscriptionId: null,
      customerId: customer?.customerId ?? null,
      buyer: taxLocationOf(addressOf(choice)),
    }),
  )
  return presentPreview(preview, { isFewer: false, discount: found?.discount ?? null })
}

/** Orders a plan for a business that is founded once the plan is paid for. */
export async function confirmDirectUpgrade(
  context: Context,
  actor: AccountActor,
  order: DirectOrder,
): Promise<PaymentAction | null> {
  await allowNewcomer(context, actor)
  if (!order.termsAccepted) throw new Refusal('terms.not_accepted')
  await checkChoice(context.db, withAddress(order), newcomer)
  requireCountry(addressOf(order).country)
  return inTurn(context.pool, actor.accountId, async () => {
    const customer = await saveDirectCustomer(context, actor, addressOf(order), order.name)
    const { provider, customerId } = customer
    const found = await findDiscount(context, provider, null, order)
    // What waits for a bank gives way; what was paid for meanwhile has founded the business.
    await settleDirect(context, actor.accountId, { superseded: true })
    await allowNewcomer(context, actor)
    await checkDueToday(context, provider, order.dueToday, {
      ...wishOf(order, found?.promotion.id),
      ...{ customerId, subscriptionId: null },
    })
    const { plan, cycle, currency, amountSeats: seats } = order
    const placed = await locking(context, (tx) =>
      insert(context, tx, {
        ...{ accountId: actor.accountId, provider: provider.name, customerId },
        wish: {
          ...{ plan, cycle, currency, seats, isNew: true },
          promoCode: order.promoCode ?? null,
          referralCode: order.referralCode ?? null,
          promotionId: found?.promotion.id ?? null,
          setupReference: order.setupReference ?? null,
          address: addressOf(order),
          foundation: {
            name: order.name,
            phone: order.phone,
            country: addressOf(order).country ?? null,
          },
        },
      }),
    )
    const settled = await keepingOrder(() => settleDirect(context, actor.accountId))
    refuseFailed(settled)
    return actionOf(context, placed, settled)
  })
}

async function insert(
  context: Context,
  tx: Transaction,
  given: Pick<Order, 'accountId' | 'provider' | 'customerId' | 'wish'>,
): Promise<Order> {
  const order: Order = {
    ...given,
    id: crypto.randomUUID(),
    businessId: null,
    kind: 'UPGRADE',
    state: 'OPEN',
    failure: null,
    subscriptionId: null,
    createdAt: context.now(),
  }
  if (await orders.findOpen(tx, { accountId: given.accountId }))
    throw new Refusal('billing.in_progress', { retryAfter: 2 })
  await orders.insert(tx, order)
  return order
}
