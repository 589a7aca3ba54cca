import { paymentFailed } from '../errors.ts'
import { list } from '../list.ts'
import type { CardBehaviour, Customer, PaymentIntent, PaymentSource } from '../resources.ts'
import { get, post } from '../route.ts'
import type { Call, Route } from '../route.ts'
import { shown, shownAll } from '../site.ts'
import type { Site } from '../site.ts'
import { cardOf } from './test-cards.ts'

export const paymentRoutes: Route[] = [
  post('/payment_intents', createIntent),
  get('/payment_intents/:id', ({ site, id }) => ({
    payment_intent: shown(currentIntent(site, site.tables.paymentIntents.need(id))),
  })),
  post('/payment_sources/create_using_payment_intent', createUsingIntent),
  post('/payment_sources/create_card', ({ site, params }) => {
    const customer = site.tables.customers.need(params.required('customer_id'), 'customer_id')
    const replaces = params.flag('replace_primary_payment_source') ?? false
    return shownAll({
      ...addCard(site, customer, params.required('card[number]').replaceAll(' ', ''), { replaces }),
      customer,
    })
  }),
  get('/payment_sources', ({ site, params }) =>
    list(params, {
      name: 'payment_source',
      rows: site.tables.paymentSources.all(),
      filters: ['customer_id', 'type', 'status', 'created_at', 'updated_at'],
      sortBy: ['created_at', 'updated_at'],
    }),
  ),
  get('/payment_sources/:id', ({ site, id }) => ({
    payment_source: shown(site.tables.paymentSources.need(id)),
  })),
  post('/payment_sources/:id/delete', deleteSource),
]

function createIntent({ site, params }: Call): object {
  const now = site.now()
  const customerId = params.text('customer_id')
  if (customerId) site.tables.customers.need(customerId, 'customer_id')
  const intent: PaymentIntent = site.tables.paymentIntents.add({
    ...site.head('payment_intent', site.newId()),
    modified_at: now,
    status: 'inited',
    amount: params.int('amount') ?? 0,
    currency_code: params.required('currency_code'),
    customer_id: customerId,
    gateway_account_id: params.text('gateway_account_id') ?? 'gw_sandbox',
    gateway: 'chargebee',
    payment_method_type: 'card',
    success_url: params.text('success_url'),
    failure_url: params.text('failure_url'),
    expires_at: now + 1800,
    hidden: {},
  })
  return { payment_intent: shown(intent) }
}

export function currentIntent(site: Site, intent: PaymentIntent): PaymentIntent {
  const isOpen = intent.status === 'inited' || intent.status === 'in_progress'
  if (isOpen && intent.expires_at <= site.now()) intent.status = 'expired'
  return intent
}

function createUsingIntent({ site, params }: Call): object {
  const customer = site.tables.customers.need(params.required('customer_id'), 'customer_id')
  const id = params.required('payment_intent[id]')
  const intent = currentIntent(site, site.tables.paymentIntents.need(id, 'payment_intent[id]'))
  if (intent.status !== 'authorized' || !intent.hidden.card)
    throw paymentFailed(
      'payment_intent_invalid',
      `The payment intent ${id} is ${intent.status}, not authorized`,
    )
  const replaces = params.flag('replace_primary_payment_source') ?? false
  const added = addCard(site, customer, intent.hidden.card, { replaces, isAuthenticated: true })
  intent.status = 'consumed'
  site.touch(intent)
  return shownAll({ ...added, customer })
}

/** The first card of a customer is the primary one. */
export function addCard(
  site: Site,
  customer: Customer,
  number: string,
  options: { replaces?: boolean; isAuthenticated?: boolean } = {},
): { payment_source: PaymentSource } {
  const card = cardOf(number)
  const fault = site.faults.take('chargebee', ['verification_failed'])
  const needsCustomer = card.onSave === 'authentication' && !options.isAuthenticated
  if (fault || card.onSave === 'declined' || needsCustomer)
    throw paymentFailed(
      'payment_method_verification_failed',
      needsCustomer
        ? 'Problem while adding the card. Error message : the card needs authentication.'
        : 'Problem while adding the card. Error message : (card_declined) Your card was declined.',
      needsCustomer ? 'gateway.authentication.required' : 'gateway.general.decline',
    )
  const source = site.tables.paymentSources.add(newSource(site, customer, number, card.onCharge))
  const before = site.tables.paymentSources.get(customer.primary_payment_source_id)
  if (!before || options.replaces) {
    customer.primary_payment_source_id = source.id
    customer.card_status = 'valid'
    if (before) removeSource(site, before)
    site.touch(customer)
  }
  site.record('payment_source_added', { customer, payment_source: source })
  return { payment_source: source }
}

function newSource(site: Site, customer: Customer, number: string, behaviour: CardBehaviour): PaymentSource {
  return {
    ...site.head('payment_source', site.newId('pm_')),
    customer_id: customer.id,
    type: 'card',
    reference_id: site.newId('tok_'),
    status: 'valid',
    gateway: 'chargebee',
    gateway_account_id: 'gw_sandbox',
    card: {
      object: 'card',
      iin: number.slice(0, 6),
      last4: number.slice(-4),
      brand: 'visa',
      funding_type: 'credit',
      expiry_month: 12,
      expiry_year: new Date(site.now() * 1000).getUTCFullYear() + 3,
      masked_number: `************${number.slice(-4)}`,
    },
    deleted: false,
    hidden: { behaviour },
  }
}

function deleteSource({ site, id }: Call): object {
  const source = site.tables.paymentSources.need(id)
  const customer = site.tables.customers.need(source.customer_id)
  removeSource(site, source)
  if (customer.primary_payment_source_id === id) {
    delete customer.primary_payment_source_id
    customer.card_status = 'no_card'
  }
  site.touch(customer)
  return shownAll({ customer, payment_source: source })
}

function removeSource(site: Site, source: PaymentSource): void {
  source.deleted = true
  site.tables.paymentSources.remove(source.id)
  const customer = site.tables.customers.get(source.customer_id)
  site.record('payment_source_deleted', { customer, payment_source: source })
}
