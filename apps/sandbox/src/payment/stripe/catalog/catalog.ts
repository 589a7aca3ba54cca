import type { Account } from '../account.ts'
import { invalid, missing } from '../errors.ts'
import { list, listParams } from '../list.ts'
import { mergeMetadata } from '../params.ts'
import type { Params } from '../params.ts'
import type { Price, Product } from '../resources.ts'
import { get, post } from '../route.ts'
import type { Route } from '../route.ts'

const productFields = [
  'name',
  'active',
  'description',
  'metadata.*',
  'unit_label',
  'tax_code',
  'url',
  'images[]',
]
const priceFields = ['active', 'lookup_key', 'transfer_lookup_key', 'metadata.*', 'nickname', 'tax_behavior']
const recurringFields = ['interval', 'interval_count', 'usage_type', 'meter'].map(
  (name) => `recurring.${name}`,
)

export const catalogRoutes: Route[] = [
  post('/products', [...productFields, 'id', 'type', 'shippable'], ({ account, params }) =>
    createProduct(account, params),
  ),
  get('/products', [...listParams, 'active', 'ids[]', 'type', 'url', 'shippable'], ({ account, params }) => {
    const [active, ids] = [params.flag('active'), params.texts('ids')]
    const rows = account.tables.products
      .all()
      .filter((one) => (active ?? one.active) === one.active && (!ids || ids.includes(one.id)))
    return list(params, '/v1/products', rows)
  }),
  get('/products/:id', [], ({ account, id }) => account.tables.products.need(id)),
  post('/products/:id', productFields, ({ account, params, id }) => {
    const product = account.tables.products.need(id)
    account.update('product.updated', product, () => {
      product.name = params.text('name') ?? product.name
      product.active = params.flag('active') ?? product.active
      if (params.has('description')) product.description = params.text('description') ?? null
      product.metadata = mergeMetadata(product.metadata, params.named('metadata'))
    })
    return product
  }),
  post(
    '/prices',
    [
      ...priceFields,
      ...recurringFields,
      'currency',
      'unit_amount',
      'billing_scheme',
      'product',
      'product_data.*',
    ],
    ({ account, params }) => createPrice(account, params),
  ),
  get(
    '/prices',
    [
      ...listParams,
      'active',
      'currency',
      'lookup_keys[]',
      'product',
      'type',
      'recurring.interval',
      'recurring.usage_type',
    ],
    ({ account, params }) => list(params, '/v1/prices', account.tables.prices.all().filter(filterOf(params))),
  ),
  get('/prices/:id', [], ({ account, id }) => account.tables.prices.need(id)),
  post('/prices/:id', priceFields, ({ account, params, id }) => {
    const price = account.tables.prices.need(id)
    const key = params.text('lookup_key')
    if (key !== undefined) claimLookupKey(account, key, params.flag('transfer_lookup_key') ?? false, id)
    account.update('price.updated', price, () => {
      price.active = params.flag('active') ?? price.active
      price.tax_behavior = behaviorOf(price, params.text('tax_behavior'))
      if (params.has('nickname')) price.nickname = params.text('nickname') ?? null
      if (params.has('lookup_key')) price.lookup_key = key ?? null
      price.metadata = mergeMetadata(price.metadata, params.named('metadata'))
    })
    return price
  }),
]

function createProduct(account: Account, params: Params): Product {
  const product = account.tables.products.add({
    ...account.head('product', params.text('id') ?? account.newId('prod')),
    name: params.required('name'),
    active: params.flag('active') ?? true,
    description: params.text('description') ?? null,
    default_price: null,
    updated: account.now(),
    metadata: mergeMetadata({}, params.named('metadata')),
  })
  account.record('product.created', product)
  return product
}

function createPrice(account: Account, params: Params): Price {
  const currency = params.required('currency').toLowerCase()
  const amount = params.int('unit_amount')
  if (amount === undefined) throw missing('unit_amount')
  if (amount < 0) throw invalid('unit_amount', 'Invalid non-negative integer', 'parameter_invalid_integer')
  const key = params.text('lookup_key') ?? null
  if (key !== null) claimLookupKey(account, key, params.flag('transfer_lookup_key') ?? false)
  const data = params.part('product_data')
  const product = data
    ? createProduct(account, data)
    : account.tables.products.need(params.required('product'), 'product')
  const recurring = recurringOf(account, params)
  const price = account.tables.prices.add({
    ...account.head('price', account.newId('price')),
    active: params.flag('active') ?? true,
    currency,
    unit_amount: amount,
    unit_amount_decimal: String(amount),
    billing_scheme: 'per_unit',
    type: recurring ? 'recurring' : 'one_time',
    lookup_key: key,
    nickname: params.text('nickname') ?? null,
    product: product.id,
    recurring,
    tax_behavior: params.text('tax_behavior') ?? 'unspecified',
    metadata: mergeMetadata({}, params.named('metadata')),
  })
  account.record('price.created', price)
  return price
}

/** Once it says so, it stays. */
function behaviorOf({ tax_behavior: before }: Price, given: string | undefined): string {
  if (given === undefined || given === before) return before
  if (before !== 'unspecified')
    throw invalid(
      'tax_behavior',
      'You cannot update `tax_behavior` once it is set to inclusive or exclusive.',
    )
  return given
}

function recurringOf(account: Account, params: Params): Price['recurring'] {
  const given = params.part('recurring')
  if (!given) return null
  given.required('interval')
  const usageType = given.oneOf('usage_type', ['licensed', 'metered'] as const) ?? 'licensed'
  const meter = given.text('meter') ?? null
  if (usageType === 'metered' && meter === null)
    throw invalid('recurring[meter]', 'Metered prices must be backed by a meter.')
  if (meter !== null) {
    if (usageType === 'licensed') throw invalid('recurring[meter]', 'Only metered prices have a meter.')
    account.tables.meters.need(meter, 'recurring[meter]')
  }
  return {
    interval: given.oneOf('interval', ['day', 'week', 'month', 'year'] as const) ?? 'month',
    interval_count: given.int('interval_count') ?? 1,
    usage_type: usageType,
    meter,
  }
}

function claimLookupKey(account: Account, key: string, isTransfer: boolean, own?: string): void {
  const holder = account.tables.prices
    .all()
    .find((one) => one.lookup_key === key && one.active && one.id !== own)
  if (!holder) return
  if (!isTransfer)
    throw invalid(
      'lookup_key',
      `A price (\`${holder.id}\`) already uses that lookup key. Set \`transfer_lookup_key=true\` to transfer it.`,
    )
  account.update('price.updated', holder, () => (holder.lookup_key = null))
}

function filterOf(params: Params): (price: Price) => boolean {
  const keys = params.texts('lookup_keys')
  if (keys && keys.length > 10)
    throw invalid('lookup_keys', 'Array too long. Please pass at most 10 elements.')
  const [active, currency, product] = [params.flag('active'), params.text('currency'), params.text('product')]
  const [type, recurring] = [params.text('type'), params.part('recurring')]
  const [interval, usage] = [recurring?.text('interval'), recurring?.text('usage_type')]
  return (price) =>
    (!keys || (price.lookup_key !== null && keys.includes(price.lookup_key))) &&
    (active ?? price.active) === price.active &&
    (currency ?? price.currency) === price.currency &&
    (product ?? price.product) === price.product &&
    (type ?? price.type) === price.type &&
    (!interval || price.recurring?.interval === interval) &&
    (!usage || price.recurring?.usage_type === usage)
}
