import type { Account } from '../account.ts'
import { invalid } from '../errors.ts'
import type { Customer } from '../resources.ts'

/** A deleted one can be read, and nothing else. */
export function liveCustomer(account: Account, id: string, param = 'customer'): Customer {
  const customer = account.tables.customers.need(id, param)
  return customer.deleted ? account.tables.customers.need(`${id} (deleted)`, param) : customer
}

/** A payment method that is attached to this customer, or none. */
export function ownMethod(
  account: Account,
  customer: Customer,
  id: string | undefined,
  param: string,
): string | null {
  if (id === undefined) return null
  const method = account.tables.paymentMethods.need(id, param)
  if (method.customer !== customer.id)
    throw invalid(
      param,
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      'resource_missing',
    )
  return id
}
