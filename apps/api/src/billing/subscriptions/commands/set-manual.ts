import type { Business } from '#api/business/businesses/business.ts'
import { businessNamed, type Command } from '#api/business/businesses/command.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import type { BusinessBilling } from '#api/billing/subscriptions/billing.ts'
import { findLastCustomer, findOpen } from '#api/billing/subscriptions/orders/order-repository.ts'
import { findPlan } from '#api/billing/subscriptions/plan-repository.ts'
import { findLive, save } from '#api/billing/subscriptions/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { changeBilling } from './change-billing.ts'
import { type ManualSubscription, readManual } from './read-manual.ts'
import { lockForNoKeyUpdate, setSeats } from '#api/business/businesses/repository.ts'
import { settleSeats } from '#api/business/members/settle-seats.ts'
import { counted } from '#api/platform/values/counted.ts'

/** Customers who pay by invoice: the operator keeps their plan, and no payment provider has a say in it. */
export const setManual: Command = async (context, options, [named]) => {
  const wish = readManual(options)
  const business = await businessNamed(context, named)
  return changeBilling(context, business, (tx, billing) =>
    wish === null
      ? end(tx, business, billing, context.now())
      : begin(tx, business, { before: billing, wish, at: context.now() }),
  )
}

async function begin(
  tx: Transaction,
  { id, name }: Business,
  {
    before,
    wish,
    at,
  }: { readonly before: BusinessBilling; readonly wish: ManualSubscription; readonly at: Date },
): Promise<string> {
  const live = await findLive(tx, id)
  if (live)
    throw new NotDone(`${name} has the live subscription ${live.id} (${live.provider}): end it first.`)
  if (await findOpen(tx, { businessId: id }))
    throw new NotDone(`${name} has an open order at its payment provider: run billing-sync first.`)
  if (wish.until && wish.until <= at) throw new NotDone(`${wish.until.toISOString()} is over.`)
  const { max_seats: most = null, min_seats: least = 1 } = (await findPlan(tx, wish.plan)) ?? {}
  if (wish.seats < least || (most !== null && wish.seats > most))
    throw new NotDone(`${wish.plan} has ${least} to ${most ?? 'any number of'} seats.`)
  const hadSeats = before.provider === 'MANUAL' ? before.manual?.seats : null
  await save(tx, id, {
    provider: 'MANUAL',
    manual: wish,
    customerId: null,
    ...(hadSeats === wish.seats ? {} : { seatsChangedAt: at }),
  })
  const data = {
    plan: wish.plan,
    called: wish.name,
    seats: wish.seats,
    until: wish.until?.toISOString() ?? null,
  }
  await appendBusinessEvent(tx, id, { type: 'manual_plan_set', at, actor: systemActor, data })
  await applySeats(tx, id, wish.seats, at)
  const end = wish.until ? `until ${wish.until.toISOString()}` : 'until further notice'
  return `${name} has ${wish.name} (${wish.plan}) with ${counted(wish.seats, 'seat')}, ${end}.`
}

/** The customer record it had before is its own again, so that nobody has to enter a card twice. */
async function end(
  tx: Transaction,
  { id, name }: Business,
  { manual, provider }: BusinessBilling,
  at: Date,
): Promise<string> {
  if (provider !== 'MANUAL') throw new NotDone(`${name} does not pay by invoice.`)
  const customer = await findLastCustomer(tx, id)
  await save(tx, id, { provider: null, customerId: null, ...customer, manual: null })
  const data = { plan: manual?.plan, called: manual?.name }
  await appendBusinessEvent(tx, id, { type: 'manual_plan_ended', at, actor: systemActor, data })
  return `${name} no longer pays by invoice.`
}

/** The seats of a plan become those of the business, as with a plan that is paid for at a provider. */
async function applySeats(tx: Transaction, businessId: string, seats: number, at: Date): Promise<void> {
  const business = await lockForNoKeyUpdate(tx, businessId)
  if (!business || business.seats === seats) return
  const by = { actor: systemActor, at }
  await setSeats(tx, businessId, seats)
  const data = { before: business.seats, after: seats }
  await appendBusinessEvent(tx, businessId, { ...by, type: 'seats_changed', data })
  await settleSeats(tx, businessId, by)
}
