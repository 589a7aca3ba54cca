import type { Account } from '../account.ts'
import { invalid } from '../errors.ts'
import { list, listParams } from '../list.ts'
import { mergeMetadata } from '../params.ts'
import { liveCustomer, ownMethod } from './live-customer.ts'
import type { Params } from '../params.ts'
import { attach } from '../payments/payment-methods.ts'
import type { Customer } from '../resources.ts'
import { addressFields, get, post, remove } from '../route.ts'
import type { Route } from '../route.ts'
import { addTaxId } from './tax-ids.ts'

const fields = [
  'name',
  'email',
  'phone',
  'description',
  'metadata.*',
  'balance',
  'preferred_locales[]',
  'tax_exempt',
  'invoice_settings.default_payment_method',
  'invoice_prefix',
  ...addressFields.map((name) => `address.${name}`),
]

export const customerRoutes: Route[] = [
  post(
    '/customers',
    [...fields, 'payment_method', 'tax_id_data[].type', 'tax_id_data[].value'],
    ({ account, params }) => account.atomic([], () => createCustomer(account, params)),
  ),
  get('/customers', [...listParams, 'email'], ({ account, params }) => {
    const email = params.text('email')
    const rows = account.tables.customers
      .all()
      .filter((one) => !one.deleted && (email ?? one.email) === one.email)
    return list(params, '/v1/customers', rows)
  }),
  get('/customers/:id', [], ({ account, id }) => {
    const customer = account.tables.customers.need(id)
    return customer.deleted ? { id, object: 'customer', deleted: true } : customer
  }),
  post('/customers/:id', fields, ({ account, params, id }) => {
    const customer = liveCustomer(account, id, 'id')
    account.update('customer.updated', customer, () => fill(account, customer, params))
    return customer
  }),
  remove('/customers/:id', [], ({ account, id }) => {
    const customer = liveCustomer(account, id, 'id')
    const isLive = account.tables.subscriptions
      .all()
      .some((one) => one.customer === id && !['canceled', 'incomplete_expired'].includes(one.status))
    if (isLive)
      throw invalid('id', 'The sandbox deletes no customer that has a subscription. Cancel it first.')
    customer.deleted = true
    account.record('customer.deleted', customer)
    return { id, object: 'customer', deleted: true }
  }),
]

function createCustomer(account: Account, params: Params): Customer {
  const customer: Customer = {
    ...account.head('customer', account.newId('cus').replace('_1', '_')),
    name: null,
    email: null,
    phone: null,
    description: null,
    address: null,
    shipping: null,
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_prefix: account.newId('x').slice(-8).toUpperCase(),
    next_invoice_sequence: 1,
    invoice_settings: {
      default_payment_method: null,
      custom_fields: null,
      footer: null,
      rendering_options: null,
    },
    preferred_locales: [],
    tax_exempt: 'none',
    test_clock: null,
  }
  account.tables.customers.add(customer)
  const method = params.text('payment_method')
  if (method) attach(account, method, customer)
  fill(account, customer, params)
  for (const data of params.list('tax_id_data') ?? []) addTaxId(account, customer, data)
  account.record('customer.created', customer)
  return customer
}

function fill(account: Account, customer: Customer, params: Params): void {
  const email = params.text('email')
  if (email !== undefined && !/^\S+@\S+\.\S+$/.test(email))
    throw invalid('email', `Invalid email address: ${email}`, 'email_invalid')
  for (const name of ['name', 'email', 'phone', 'description'] as const)
    if (params.has(name)) customer[name] = params.text(name) ?? null
  const address = params.part('address')
  if (address)
    customer.address = Object.fromEntries(addressFields.map((name) => [name, address.text(name) ?? null]))
  else if (params.isEmptied('address')) customer.address = null
  customer.balance = params.int('balance') ?? customer.balance
  customer.preferred_locales = params.texts('preferred_locales') ?? customer.preferred_locales
  customer.tax_exempt =
    params.oneOf('tax_exempt', ['none', 'exempt', 'reverse'] as const) ?? customer.tax_exempt
  customer.metadata = mergeMetadata(customer.metadata, params.named('metadata'))
  const settings = params.part('invoice_settings')
  if (settings?.has('default_payment_method'))
    customer.invoice_settings.default_payment_method = ownMethod(
      account,
      customer,
      settings.text('default_payment_method'),
      'invoice_settings[default_payment_method]',
    )
}
