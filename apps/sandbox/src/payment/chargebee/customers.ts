import { cancelNow } from './subscriptions/cancel-subscription.ts'
import { wrongValue } from './errors.ts'
import { list } from './list.ts'
import { json } from './params.ts'
import type { Params } from './params.ts'
import type { Customer } from './resources.ts'
import { get, post } from './route.ts'
import type { Call, Route } from './route.ts'
import { shown } from './site.ts'
import type { Site } from './site.ts'

/** Without the country's prefix, and without dots and blanks. */
const formats: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
  DE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  IT: /^\d{11}$/,
  LI: /^\d{5}$/,
  LU: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
}

export const customerRoutes: Route[] = [
  post('/customers', ({ site, params }) => ({ customer: shown(createCustomer(site, params)) })),
  get('/customers', ({ site, params }) =>
    list(params, {
      name: 'customer',
      rows: site.tables.customers.all().filter((one) => !one.deleted),
      filters: ['id', 'email', 'first_name', 'last_name', 'company', 'created_at', 'updated_at'],
      sortBy: ['created_at', 'updated_at'],
    }),
  ),
  get('/customers/:id', ({ site, id }) => ({ customer: shown(site.tables.customers.need(id)) })),
  post('/customers/:id', updateCustomer),
  post('/customers/:id/update_billing_info', updateBillingInfo),
  post('/customers/:id/delete', deleteCustomer),
]

const texts = ['first_name', 'last_name', 'email', 'phone', 'company', 'locale'] as const

/** `prefix` is `customer` where the parameters are `customer[email]`. */
export function createCustomer(site: Site, params: Params, prefix?: string): Customer {
  const name = (field: string) => (prefix ? `${prefix}[${field}]` : field)
  const given = Object.fromEntries(texts.map((field) => [field, params.text(name(field))]))
  const customer: Customer = {
    ...site.head('customer', params.text(name('id')) ?? site.newId()),
    ...given,
    auto_collection: params.oneOf(name('auto_collection'), ['on', 'off']) ?? 'on',
    net_term_days: params.int(name('net_term_days')) ?? 0,
    allow_direct_debit: false,
    taxability: params.oneOf(name('taxability'), ['taxable', 'exempt']) ?? 'taxable',
    preferred_currency_code: params.text(name('preferred_currency_code')),
    meta_data: json(params, name('meta_data')),
    promotional_credits: 0,
    refundable_credits: 0,
    excess_payments: 0,
    unbilled_charges: 0,
    card_status: 'no_card',
    deleted: false,
  }
  setBillingInfo(site, customer, params, params.text(name('vat_number')))
  site.tables.customers.add(customer)
  site.record('customer_created', { customer })
  return customer
}

function updateCustomer({ site, params, id }: Call): object {
  const customer = site.tables.customers.need(id)
  const given = texts.flatMap((field) => (params.has(field) ? [[field, params.text(field)]] : []))
  Object.assign(customer, Object.fromEntries(given))
  customer.auto_collection = params.oneOf('auto_collection', ['on', 'off']) ?? customer.auto_collection
  customer.net_term_days = params.int('net_term_days') ?? customer.net_term_days
  customer.preferred_currency_code =
    params.text('preferred_currency_code') ?? customer.preferred_currency_code
  customer.meta_data = json(params, 'meta_data') ?? customer.meta_data
  return changed(site, customer)
}

function updateBillingInfo({ site, params, id }: Call): object {
  const customer = site.tables.customers.need(id)
  setBillingInfo(site, customer, params, params.text('vat_number'))
  return changed(site, customer)
}

function changed(site: Site, customer: Customer): object {
  site.touch(customer)
  site.record('customer_changed', { customer })
  return { customer: shown(customer) }
}

/** The address is replaced as a whole; the VAT number has to be one of its country. */
function setBillingInfo(site: Site, customer: Customer, params: Params, vatNumber: string | undefined): void {
  const address = params.fields('billing_address')
  const filled = Object.entries(address).filter(([, value]) => value !== '')
  const next = filled.length > 0 ? Object.fromEntries(filled) : customer.billing_address
  if (vatNumber !== undefined && !isVatNumber(vatNumber, next?.['country']))
    throw wrongValue('vat_number', `The VAT number ${vatNumber} is invalid`)
  if (next) customer.billing_address = next
  if (vatNumber !== undefined) {
    customer.vat_number = vatNumber
    customer.vat_number_status = 'valid'
    customer.vat_number_validated_time = site.now()
  } else if (params.has('vat_number')) {
    delete customer.vat_number
    delete customer.vat_number_status
    delete customer.vat_number_validated_time
  }
}

function deleteCustomer({ site, id }: Call): object {
  const customer = site.tables.customers.need(id)
  const running = site.tables.subscriptions
    .all()
    .filter((one) => one.customer_id === id && one.status !== 'cancelled')
  for (const subscription of running) cancelNow(site, subscription)
  customer.deleted = true
  site.touch(customer)
  site.record('customer_deleted', { customer })
  site.tables.customers.remove(id)
  return { customer: shown(customer) }
}

/** Whether the number has the format of its country. Nobody is asked whether it was ever given out. */
function isVatNumber(vatNumber: string, country: string | undefined): boolean {
  const plain = vatNumber.toUpperCase().replaceAll(/[\s.-]/g, '')
  const code = country ?? plain.slice(0, 2)
  const number = plain.startsWith(code) ? plain.slice(code.length) : plain
  const format = formats[code]
  return format ? format.test(number) : /^[A-Z0-9]{5,15}$/.test(number)
}
