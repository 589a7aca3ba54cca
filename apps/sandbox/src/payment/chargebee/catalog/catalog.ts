import { invalidRequest, wrongValue } from '../errors.ts'
import { list } from '../list.ts'
import { json } from '../params.ts'
import type { Item, ItemFamily, ItemPrice, PeriodUnit } from '../resources.ts'
import { get, post } from '../route.ts'
import type { Call, Route } from '../route.ts'
import { shown } from '../site.ts'

const periodUnits = ['day', 'week', 'month', 'year'] as const satisfies readonly PeriodUnit[]

export const catalogRoutes: Route[] = [
  post('/item_families', createFamily),
  get('/item_families', ({ site, params }) =>
    list(params, {
      name: 'item_family',
      rows: site.tables.itemFamilies.all(),
      filters: ['id', 'name', 'updated_at'],
      sortBy: ['updated_at'],
    }),
  ),
  get('/item_families/:id', ({ site, id }) => ({ item_family: shown(site.tables.itemFamilies.need(id)) })),
  post('/items', createItem),
  get('/items', ({ site, params }) =>
    list(params, {
      name: 'item',
      rows: site.tables.items.all(),
      filters: ['id', 'name', 'type', 'status', 'item_family_id', 'metered', 'updated_at'],
      sortBy: ['updated_at'],
    }),
  ),
  get('/items/:id', ({ site, id }) => ({ item: shown(site.tables.items.need(id)) })),
  post('/item_prices', createPrice),
  get('/item_prices', ({ site, params }) =>
    list(params, {
      name: 'item_price',
      rows: site.tables.itemPrices.all(),
      filters: [
        'id',
        'name',
        'item_id',
        'item_type',
        'item_family_id',
        'currency_code',
        'period',
        'period_unit',
        'pricing_model',
        'status',
        'updated_at',
      ],
      sortBy: ['updated_at'],
    }),
  ),
  get('/item_prices/:id', ({ site, id }) => ({ item_price: shown(site.tables.itemPrices.need(id)) })),
  post('/item_prices/:id', updatePrice),
]

function createFamily({ site, params }: Call): object {
  const family: ItemFamily = site.tables.itemFamilies.add({
    ...site.head('item_family', params.required('id')),
    name: params.required('name'),
    description: params.text('description'),
    status: 'active',
    deleted: false,
  })
  site.record('item_family_created', { item_family: family })
  return { item_family: shown(family) }
}

function createItem({ site, params }: Call): object {
  const type = params.oneOf('type', ['plan', 'addon', 'charge'])
  if (!type) throw wrongValue('type', 'cannot be blank')
  const metered = params.flag('metered') ?? false
  const calculations = ['sum_of_usages', 'last_usage', 'max_usage'] as const
  const item: Item = site.tables.items.add({
    ...site.head('item', params.required('id')),
    name: params.required('name'),
    external_name: params.text('external_name') ?? params.text('name'),
    description: params.text('description'),
    item_family_id: site.tables.itemFamilies.need(params.required('item_family_id'), 'item_family_id').id,
    type,
    status: 'active',
    unit: params.text('unit'),
    metered,
    ...(metered && { usage_calculation: params.oneOf('usage_calculation', calculations) ?? 'sum_of_usages' }),
    enabled_for_checkout: params.flag('enabled_for_checkout') ?? true,
    enabled_in_portal: params.flag('enabled_in_portal') ?? true,
    is_giftable: false,
    is_shippable: false,
    deleted: false,
    metadata: json(params, 'metadata'),
  })
  site.record('item_created', { item })
  return { item: shown(item) }
}

function createPrice({ site, params }: Call): object {
  const item = site.tables.items.need(params.required('item_id'), 'item_id')
  const trial = params.int('trial_period')
  const price: ItemPrice = site.tables.itemPrices.add({
    ...site.head('item_price', params.required('id')),
    name: params.required('name'),
    external_name: params.text('external_name'),
    item_id: item.id,
    item_family_id: item.item_family_id,
    item_type: item.type,
    status: 'active',
    pricing_model: params.oneOf('pricing_model', ['flat_fee', 'per_unit']) ?? 'flat_fee',
    price: params.int('price') ?? 0,
    currency_code: params.text('currency_code') ?? 'CHF',
    ...(item.type !== 'charge' && {
      period: params.int('period') ?? 1,
      period_unit: params.oneOf('period_unit', periodUnits) ?? 'month',
    }),
    ...(trial && {
      trial_period: trial,
      trial_period_unit: params.oneOf('trial_period_unit', ['day', 'month']) ?? 'day',
    }),
    free_quantity: params.int('free_quantity') ?? 0,
    is_taxable: params.flag('is_taxable') ?? true,
    deleted: false,
    metadata: json(params, 'metadata'),
  })
  if (price.price < 0) throw wrongValue('price', 'should be 0 or more')
  site.record('item_price_created', { item_price: price })
  return { item_price: shown(price) }
}

/** Name, price and status; the rest of a price that is in use stays as it is. */
function updatePrice({ site, params, id }: Call): object {
  const price = site.tables.itemPrices.need(id)
  const isInUse = site.tables.subscriptions
    .all()
    .some((one) => one.subscription_items.some((item) => item.item_price_id === id))
  const amount = params.int('price')
  if (amount !== undefined && amount !== price.price && isInUse)
    throw invalidRequest('The price cannot be changed: there are subscriptions with it')
  price.name = params.text('name') ?? price.name
  price.price = amount ?? price.price
  price.status = params.oneOf('status', ['active', 'archived']) ?? price.status
  site.touch(price)
  site.record('item_price_updated', { item_price: price })
  return { item_price: shown(price) }
}
