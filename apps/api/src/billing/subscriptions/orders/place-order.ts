import type { PaymentAction } from '@countersign/contract/billing-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import type { BillingWish } from '#api/platform/db/billing-tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { BusinessBilling, Subscription } from '../billing.ts'
import { inTurn } from '../in-turn.ts'
import { withBilling } from '../lock-billing.ts'
import { isSameWish, type Order } from './order.ts'
import * as orders from './order-repository.ts'
import { presentAction } from '../customers/present-action.ts'
import { keepingOrder } from '../provider-refusal.ts'
import * as repository from '../repository.ts'
import type { Outcome } from './pursue-order.ts'
import { refuseFailed, refuseUnknown } from './settle-order.ts'
import { customerOf, settleAndWrite } from '../sync/sync-billing.ts'

export interface Choice {
  readonly kind: Order['kind']
  readonly wish: BillingWish
  readonly subscriptionId: string | null
}

type OrderChooser = (
  tx: Transaction,
  billing: BusinessBilling,
  live: Subscription | null,
) => Promise<Choice | null>

/**
 * Orders what an admin chose: what is open of the business is settled first, then the order is written down and committed,
 * then the provider is asked. A process that dies in between leaves an order that the sweep finishes. `choose` looks at what
 * is there now, refuses what is wrong, and answers null where nothing is to be changed.
 */
export async function placeOrder(
  context: Context,
  actor: AccountActor,
  businessId: string,
  choose: OrderChooser,
): Promise<PaymentAction | null> {
  return inTurn(context.pool, businessId, async () => {
    await settleEarlier(context, actor, businessId)
    const order = await write(context, actor, businessId, choose)
    if (!order) return null
    const settled = await keepingOrder(async () =>
      refuseUnknown(
        await withBilling(context, businessId, async (tx, billing) => {
          const customer = customerOf(context, billing)
          return customer && settleAndWrite(context, tx, billing, customer)
        }),
      ),
    )
    refuseFailed(settled)
    return actionOf(context, order, settled)
  })
}

/** What waits for a bank gives way to the newer choice; what nobody knows the outcome of is finished. */
async function settleEarlier(context: Context, actor: AccountActor, businessId: string): Promise<void> {
  const settled = await withBilling(context, businessId, async (tx, billing) => {
    await allowAdmin(tx, actor, businessId)
    const open = await orders.findOpen(tx, { businessId })
    const customer = customerOf(context, billing)
    return open && customer && settleAndWrite(context, tx, billing, customer, true)
  })
  refuseUnknown(settled)
}

async function write(
  context: Context,
  actor: AccountActor,
  businessId: string,
  choose: OrderChooser,
): Promise<Order | null> {
  return withBilling(context, businessId, async (tx, billing) => {
    await allowAdmin(tx, actor, businessId)
    const live = await repository.findLive(tx, businessId)
    const choice = await choose(tx, billing, live)
    if (!choice) return null
    const { provider, customerId } = billing
    if (provider === null || provider === 'MANUAL' || customerId === null)
      throw new Refusal('billing.no_subscription')
    const open = await orders.findOpen(tx, { businessId })
    // Another process was faster. The same choice is that one's; another has to wait for it.
    if (open && isSameWish(open, choice)) return open
    if (open) throw new Refusal('billing.in_progress', { retryAfter: 2 })
    const order: Order = {
      id: crypto.randomUUID(),
      businessId,
      accountId: actor.accountId,
      provider,
      customerId,
      state: 'OPEN',
      failure: null,
      createdAt: context.now(),
      ...choice,
      wish: { ...choice.wish, ...reductionOf(live) },
    }
    await orders.insert(tx, order)
    return order
  })
}

/** A change takes back a reduction that is to hold from the next period on, even where nothing comes of the change. */
function reductionOf(live: Subscription | null): Pick<BillingWish, 'reduction'> {
  return live?.nextSeats == null ? {} : { reduction: { from: live.seats, to: live.nextSeats } }
}

export function actionOf(
  context: Context,
  { provider }: Pick<Order, 'provider'>,
  settled: Outcome | null,
): PaymentAction | null {
  if (settled?.is !== 'waiting' || settled.actionSecret === null) return null
  return presentAction(context.payment.named(provider), {
    clientSecret: settled.actionSecret,
    redirectUrl: null,
  })
}
