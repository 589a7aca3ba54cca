import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { lockForNoKeyUpdate as lockAccount } from '#api/identity/accounts/lock-repository.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import { foundBusiness } from '#api/business/businesses/found-business.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { type CustomerState, type PaymentProvider, PaymentFailed } from '#api/providers/payment/port.ts'
import { ensureBilling } from '../trials/trial-repository.ts'
import { locking } from '../lock-billing.ts'
import { noBusiness, type Order } from '../orders/order.ts'
import * as orders from '../orders/order-repository.ts'
import { providerNamed, refusalOf } from '../provider-refusal.ts'
import { findByReferralCode } from '../referrals/referral-repository.ts'
import * as repository from '../repository.ts'
import type { Outcome } from '../orders/pursue-order.ts'
import { refuseUnknown, settleOrder } from '../orders/settle-order.ts'
import { writeState } from '../sync/write-state.ts'
import * as customers from '../customers/customer-repository.ts'

/**
 * Finds out what became of a direct upgrade, and founds the business once its plan is paid for: also where the process that
 * took the order died. Null where none is open; refuses where the provider could not say. The order's row is the lock.
 */
export async function settleDirect(
  context: Context,
  accountId: string,
  { superseded = false }: { readonly superseded?: boolean } = {},
): Promise<Outcome | null> {
  const settled = await locking(context, async (tx) => {
    const order = await orders.lockOpenForNoKeyUpdate(tx, { accountId })
    if (!order?.customerId) return null
    const provider = providerNamed(context, order.provider)
    // Looked at before as well, so that nothing is charged that nobody can have.
    const unwanted = !(await findAccount(tx, accountId)) || (await findMembership(tx, accountId)) !== null
    const { settled, state } = await settleOrder(context, tx, provider, order.customerId, {
      order,
      superseded,
      unwanted,
    })
    if (settled?.is !== 'done') return settled
    return (await found(context, tx, order, state)) ? settled : endPaid(context, tx, provider, order, state)
  })
  return refuseUnknown(settled)
}

/** False where the account is gone, or belongs to a business by now. */
async function found(
  context: Context,
  tx: Transaction,
  order: Order,
  state: CustomerState,
): Promise<boolean> {
  const { foundation, address = {}, referralCode } = order.wish
  const account = await lockAccount(tx, order.accountId)
  if (!account || !foundation || (await findMembership(tx, order.accountId))) return false
  const at = context.now()
  const given = {
    ...foundation,
    termsAccepted: true,
    dataProcessingAccepted: true,
    ucc: referralCode ?? null,
  }
  const { id } = await foundBusiness(tx, account, given, { at, actor: systemActor })
  await ensureBilling(tx, id, at)
  await repository.save(tx, id, {
    ...{ address, provider: order.provider, customerId: order.customerId },
    // It was bought at once: there was no trial, and there is none when it ends.
    trialEndsAt: at,
    referredBy: referralCode ? await findByReferralCode(tx, referralCode) : null,
  })
  await customers.removeOfAccount(tx, order.accountId)
  await orders.setBusiness(tx, order.id, id)
  const billing = await repository.lockForNoKeyUpdate(tx, id)
  if (billing) await writeState(context, tx, billing, { provider: order.provider, state })
  return true
}

/** There is no business to have the plan: it is ended at once, and the operator returns the payment (`business billing` lists it). */
async function endPaid(
  context: Context,
  tx: Transaction,
  provider: PaymentProvider,
  order: Order,
  state: CustomerState,
): Promise<Outcome> {
  const own = state.subscriptions.find(({ orderId }) => orderId === order.id)
  try {
    if (own) await provider.cancelNow(own.id, `${own.id}:end`)
  } catch (error) {
    if (error instanceof PaymentFailed) throw refusalOf(context, error)
    throw error
  }
  await orders.failPaid(tx, order.id, context.now())
  context.log.error(
    { orderId: order.id, subscriptionId: own?.id },
    'a plan was paid for, but there is no business to have it: its subscription was ended, the payment has to be returned',
  )
  return { is: 'failed', failure: noBusiness }
}
