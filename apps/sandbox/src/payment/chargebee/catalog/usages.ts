import { duplicate, invalidRequest, wrongValue } from '../errors.ts'
import { list } from '../list.ts'
import type { Usage } from '../resources.ts'
import { get, post } from '../route.ts'
import type { Call, Route } from '../route.ts'
import { shown } from '../site.ts'

export const usageRoutes: Route[] = [
  post('/subscriptions/:id/usages', createUsage),
  get('/subscriptions/:id/usages', ({ site, params }) => ({
    usage: shown(site.tables.usages.need(params.required('id'))),
  })),
  get('/usages', ({ site, params }) =>
    list(params, {
      name: 'usage',
      rows: site.tables.usages.all(),
      filters: ['id', 'subscription_id', 'item_price_id', 'invoice_id', 'usage_date', 'updated_at', 'source'],
      sortBy: ['usage_date', 'updated_at'],
    }),
  ),
]

/**
 * An id is taken once: the same usage sent again is refused, or skipped or replaced when asked to be. So is a time: of an item a
 * subscription has one usage at a usage_date.
 */
function createUsage({ site, params, id }: Call): object {
  const subscription = site.tables.subscriptions.need(id)
  const priceId = params.required('item_price_id')
  const item = subscription.subscription_items.find((one) => one.item_price_id === priceId)
  if (!item) throw invalidRequest(`The item price ${priceId} is not part of the subscription ${id}`)
  if (item.metered_quantity === undefined) throw invalidRequest(`The item price ${priceId} is not metered`)
  const quantity = params.required('quantity')
  if (!/^-?\d+(\.\d+)?$/.test(quantity)) throw wrongValue('quantity', 'should be a number')
  const date = Number(params.required('usage_date'))
  if (!Number.isInteger(date)) throw wrongValue('usage_date', 'should be a timestamp')
  const usageId = params.text('id') ?? site.newId()
  const known = site.tables.usages.get(usageId)
  const option = params.oneOf('dedupe_option', ['skip', 'update_existing'])
  if (known && option === undefined) throw duplicate(usageId)
  if (known && option === 'skip') return { usage: shown(known) }
  const isTakenTime = site.tables.usages
    .all()
    .some(
      (one) =>
        one !== known &&
        one.subscription_id === id &&
        one.item_price_id === priceId &&
        one.usage_date === date,
    )
  if (isTakenTime) throw duplicate(String(date), 'usage_date')
  const content = { usage_date: date, item_price_id: priceId, quantity, note: params.text('note') }
  if (known) {
    Object.assign(known, content)
    site.touch(known)
    return { usage: shown(known) }
  }
  const usage: Usage = site.tables.usages.add({
    ...site.head('usage', usageId),
    ...content,
    subscription_id: id,
    source: 'api',
  })
  return { usage: shown(usage) }
}
