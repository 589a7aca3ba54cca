import { type Command, need } from '#api/business/businesses/command.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { markRefunded as mark } from '#api/billing/subscriptions/orders/order-repository.ts'

/** The operator has returned the payment of an order that was paid for in vain: `billing` no longer lists it. */
export const markRefunded: Command = async ({ db, now }, _, [given]) => {
  const id = need(given)
  const isMarked = /^[0-9a-f-]{36}$/.test(id) && (await mark(db, id, now()))
  if (!isMarked) throw new NotDone(`There is no order ${id} whose payment has to be returned.`)
  return `The payment of the order ${id} is returned.`
}
