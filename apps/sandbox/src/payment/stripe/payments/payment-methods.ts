import { createHash } from 'node:crypto'
import type { Account } from '../account.ts'
import { cardError, invalid, missing, refused, StripeError } from '../errors.ts'
import { liveCustomer } from '../customers/live-customer.ts'
import { list, listParams } from '../list.ts'
import type { Params } from '../params.ts'
import type { Customer, PaymentMethod } from '../resources.ts'
import { get, post } from '../route.ts'
import type { Route } from '../route.ts'
import { findTestCard } from './test-cards.ts'

export const paymentMethodRoutes: Route[] = [
  get('/payment_methods/:id', [], ({ account, id }) => account.tables.paymentMethods.need(id)),
  get('/payment_methods', [...listParams, 'customer', 'type'], ({ account, params }) => {
    const customer = params.text('customer')
    const rows = account.tables.paymentMethods.all().filter((one) => customer && one.customer === customer)
    return list(params, '/v1/payment_methods', rows)
  }),
  post('/payment_methods/:id/attach', ['customer'], ({ account, params, id }) =>
    attach(account, id, liveCustomer(account, params.required('customer'))),
  ),
  post('/payment_methods/:id/detach', [], ({ account, id }) => detach(account, id)),
  get(
    '/customers/:id/payment_methods',
    [...listParams, 'type', 'allow_redisplay'],
    ({ account, params, id }) => {
      const customer = liveCustomer(account, id, 'id')
      const type = params.text('type') ?? 'card'
      const rows = account.tables.paymentMethods
        .all()
        .filter((one) => one.customer === customer.id && one.type === type)
      return list(params, `/v1/customers/${id}/payment_methods`, rows)
    },
  ),
]

export interface CardEntry {
  number: string
  expMonth?: number
  expYear?: number
  name?: string
}

/** A card by its number, or by a token of the documentation. It is attached to no customer yet. */
export function createCard(account: Account, entry: CardEntry, isSetUp = false): PaymentMethod {
  const plain = entry.number.replaceAll(/\s/g, '')
  const known = findTestCard(plain)
  if (!known && !isCardNumber(plain))
    throw new StripeError(402, 'Your card number is incorrect.', {
      type: 'card_error',
      code: 'incorrect_number',
      param: 'number',
    })
  const number = known?.number ?? plain
  const expYear = entry.expYear ?? 2034
  return account.tables.paymentMethods.add({
    ...account.head('payment_method', account.newId('pm')),
    type: 'card',
    customer: null,
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: entry.name ?? null, phone: null, tax_id: null },
    card: {
      brand: known?.brand ?? 'visa',
      display_brand: known?.brand ?? 'visa',
      last4: number.slice(-4),
      exp_month: entry.expMonth ?? 12,
      exp_year: expYear < 100 ? 2000 + expYear : expYear,
      country: 'CH',
      funding: 'credit',
      fingerprint: createHash('sha256').update(number).digest('base64url').slice(0, 16),
    },
    hidden: {
      onSetup: known?.onSetup ?? 'accepted',
      onCharge: known?.onCharge ?? 'accepted',
      isSetUp,
    },
  })
}

/** The last digit of a card number follows from the others (Luhn). */
function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** By its id, or a new one by a token. */
export function needMethod(account: Account, id: string, param = 'payment_method'): PaymentMethod {
  if (findTestCard(id) && id.startsWith('pm_card_')) return createCard(account, { number: id })
  return account.tables.paymentMethods.need(id, param)
}

/** Of `payment_method` or `payment_method_data` in a confirmation. */
export function readMethod(account: Account, params: Params): PaymentMethod | undefined {
  const id = params.text('payment_method')
  if (id) return needMethod(account, id)
  const data = params.part('payment_method_data')
  if (!data) return undefined
  if (data.required('type') !== 'card')
    throw invalid('payment_method_data[type]', 'This account takes cards only')
  const card = data.part('card')
  if (!card) throw missing('payment_method_data[card]')
  return createCard(account, {
    number: card.required('number'),
    ...(card.int('exp_month') !== undefined && { expMonth: card.int('exp_month') }),
    ...(card.int('exp_year') !== undefined && { expYear: card.int('exp_year') }),
    ...(data.part('billing_details')?.text('name') && { name: data.part('billing_details')?.text('name') }),
  })
}

export function attach(account: Account, id: string, customer: Customer): PaymentMethod {
  const method = needMethod(account, id, 'id')
  if (method.customer === customer.id) return method
  if (method.customer !== null)
    throw refused(
      'The payment method you provided has already been attached to a customer.',
      'payment_method_unexpected_state',
    )
  const isRefused = account.faults.take('stripe', ['verification_failed']) !== undefined
  if (isRefused || method.hidden.onSetup === 'declined') throw cardError('generic_decline')
  method.customer = customer.id
  account.record('payment_method.attached', method)
  return method
}

/** It cannot be attached again or charged. */
export function detach(account: Account, id: string): PaymentMethod {
  const method = account.tables.paymentMethods.need(id)
  const customer = account.tables.customers.get(method.customer)
  if (!customer)
    throw refused(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  account.update('customer.updated', customer, ({ invoice_settings: settings }) => {
    if (settings.default_payment_method === id) settings.default_payment_method = null
  })
  for (const subscription of account.tables.subscriptions.all())
    if (subscription.default_payment_method === id) subscription.default_payment_method = null
  const before = method.customer
  method.customer = null
  account.record('payment_method.detached', method, { customer: before })
  return method
}
