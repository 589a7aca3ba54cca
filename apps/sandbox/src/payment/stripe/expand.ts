import type { Account } from './account.ts'
import { amountsOff } from './catalog/discounts.ts'
import { invalid } from './errors.ts'
import type { Tables } from './store.ts'
import { listOf, type WireObject, shown } from './shown.ts'

/** Where the object of an id is kept, by the prefix of the id. */
const tablesByPrefix: Record<string, keyof Tables> = {
  cus: 'customers',
  pm: 'paymentMethods',
  in: 'invoices',
  sub: 'subscriptions',
  seti: 'setupIntents',
  pi: 'paymentIntents',
  prod: 'products',
  price: 'prices',
  promo: 'promotionCodes',
  di: 'discounts',
}

/** The objects that are only there when they are asked for. */
const includable: Record<string, (account: Account, row: WireObject) => unknown> = {
  'customer.tax_ids': (account, { id }) =>
    listOf(
      account.tables.taxIds.all().filter((one) => one.customer === id),
      `/v1/customers/${String(id)}/tax_ids`,
    ),
  'customer.subscriptions': (account, { id }) => {
    const isLive = (status: string) => status !== 'canceled' && status !== 'incomplete_expired'
    const own = account.tables.subscriptions.all().filter((one) => one.customer === id && isLive(one.status))
    return listOf(
      own.map((one) => shown(one)),
      `/v1/customers/${String(id)}/subscriptions`,
    )
  },
  'coupon.applies_to': (account, { id }) => {
    const products = account.tables.coupons.get(String(id))?.hidden.products ?? []
    return products.length > 0 ? { products } : undefined
  },
  'coupon.currency_options': (account, { id }) => {
    const coupon = account.tables.coupons.get(String(id))
    const options = Object.entries(coupon ? amountsOff(coupon) : {})
    return Object.fromEntries(options.map(([currency, amount_off]) => [currency, { amount_off }]))
  },
  'invoice.payments': (account, { id }) =>
    listOf(
      account.tables.invoicePayments.all().filter((one) => one.invoice === id),
      '/v1/invoice_payments',
    ),
  'invoice.confirmation_secret': (account, { id }) => {
    const invoice = account.tables.invoices.get(String(id))
    const intent = account.tables.paymentIntents.get(invoice?.hidden.paymentIntent)
    return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
  },
}

/** Of `expand[]`: puts objects in the place of their ids, at most four levels deep; `data` of a list is one. */
export function expand(account: Account, root: WireObject, paths: readonly string[]): WireObject {
  for (const path of paths) {
    const names = path.split('.')
    if (names.length > 4)
      throw invalid('expand', `You cannot expand more than 4 levels of a property. Property: ${path}`)
    expandPath(account, root, names, path)
  }
  return root
}

function expandPath(account: Account, at: unknown, names: readonly string[], path: string): void {
  if (Array.isArray(at)) {
    for (const one of at) expandPath(account, one, names, path)
    return
  }
  const [name = '', ...rest] = names
  if (typeof at !== 'object' || at === null || name === '') return
  const row = at as WireObject
  const include = includable[`${String(row['object'])}.${name}`]
  if (include && row[name] === undefined) {
    const value = include(account, row)
    if (value !== undefined) row[name] = structuredClone(value)
  } else if (!include && !(name in row))
    throw invalid('expand', `This property cannot be expanded (${path}).`)
  else row[name] = resolved(account, name, row[name])
  if (rest.length > 0) expandPath(account, row[name], rest, path)
}

function resolved(account: Account, name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => resolved(account, name, one))
  if (typeof value !== 'string') return value
  const table = name === 'coupon' ? 'coupons' : tablesByPrefix[value.slice(0, value.indexOf('_'))]
  const found = table && account.tables[table].get(value)
  return found ? shown(found) : value
}
