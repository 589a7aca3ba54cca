import type { Account } from '../account.ts'
import { invalid } from '../errors.ts'
import { list, listParams } from '../list.ts'
import type { Params } from '../params.ts'
import type { Customer, TaxId } from '../resources.ts'
import { get, post, remove } from '../route.ts'
import type { Route } from '../route.ts'

/** Numbers of the European Union, without the two letters of their country. */
const european: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

const others: Record<string, { country: string; format: RegExp }> = {
  ch_vat: { country: 'CH', format: /^CHE-?\d{3}\.?\d{3}\.?\d{3} ?(MWST|TVA|IVA)$/ },
  ch_uid: { country: 'CH', format: /^CHE-?\d{3}\.?\d{3}\.?\d{3}( ?HR)?$/ },
  gb_vat: { country: 'GB', format: /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/ },
  li_uid: { country: 'LI', format: /^CHE-?\d{3}\.?\d{3}\.?\d{3}$/ },
  li_vat: { country: 'LI', format: /^\d{5}$/ },
  no_vat: { country: 'NO', format: /^\d{9}MVA$/ },
}

const base = '/customers/:id/tax_ids'

export const taxIdRoutes: Route[] = [
  post(base, ['type', 'value'], ({ account, params, id }) =>
    addTaxId(account, customerOf(account, id), params),
  ),
  get(base, listParams, ({ account, params, id }) =>
    list(params, `/v1/customers/${id}/tax_ids`, taxIdsOf(account, customerOf(account, id))),
  ),
  get(`${base}/:other`, [], ({ account, id, other }) => ownTaxId(account, id, other)),
  remove(`${base}/:other`, [], ({ account, id, other }) => {
    removeTaxId(account, ownTaxId(account, id, other))
    return { id: other, object: 'tax_id', deleted: true }
  }),
]

export function taxIdsOf(account: Account, customer: Customer): TaxId[] {
  return account.tables.taxIds.all().filter((one) => one.customer === customer.id)
}

/** Throws where the number has not the form of its country. Whether it was ever given out turns out later. */
export function addTaxId(account: Account, customer: Customer, params: Params): TaxId {
  const type = params.required('type')
  const value = params.required('value').toUpperCase().trim()
  const country = countryOf(type, value)
  const { metadata: _none, ...head } = account.head('tax_id', account.newId('txi'))
  const taxId = account.tables.taxIds.add({
    ...head,
    country,
    customer: customer.id,
    type,
    value,
    owner: { type: 'customer', customer: customer.id },
    verification: { status: verificationOf(type, value), verified_name: null, verified_address: null },
  })
  account.record('customer.tax_id.created', taxId)
  return taxId
}

function countryOf(type: string, value: string): string {
  const wrong = invalid('value', `Invalid value for ${type}.`, 'tax_id_invalid')
  if (type === 'eu_vat') {
    const code = value.slice(0, 2)
    if (!european[code]?.test(value.slice(2).replaceAll(/[\s.-]/g, ''))) throw wrong
    return code === 'EL' ? 'GR' : code
  }
  const known = others[type]
  if (!known) throw invalid('type', `Invalid type: ${type} is not a type of tax ID this account knows`)
  if (!known.format.test(value)) throw wrong
  return known.country
}

/** The test values of the documentation: what the registers answer for them. Only these two kinds are looked up. */
function verificationOf(type: string, value: string): TaxId['verification']['status'] {
  if (type !== 'eu_vat' && type !== 'gb_vat') return 'unverified'
  const digits = value.replaceAll(/\D/g, '')
  if (/^0+$/.test(digits)) return 'verified'
  if (/^1+$/.test(digits)) return 'unverified'
  return 'pending'
}

function customerOf(account: Account, id: string): Customer {
  return account.tables.customers.need(id, 'customer')
}

export function ownTaxId(account: Account, customer: string, id: string): TaxId {
  const taxId = account.tables.taxIds.need(id)
  return taxId.customer === customer ? taxId : account.tables.taxIds.need('')
}

export function removeTaxId(account: Account, taxId: TaxId): void {
  account.tables.taxIds.remove(taxId.id)
  account.record('customer.tax_id.deleted', taxId)
}
