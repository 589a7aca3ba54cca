import { invalidRequest, invalidState, wrongValue } from '../errors.ts'
import { ApiError } from '../errors.ts'
import type { AppliedCoupon } from '../billing-resources.ts'
import { list } from '../list.ts'
import type { Params } from '../params.ts'
import { readArray } from '../params.ts'
import type { Coupon, ItemConstraint } from '../resources.ts'
import { get, post } from '../route.ts'
import type { Route } from '../route.ts'
import { shown } from '../site.ts'
import type { Site } from '../site.ts'
import { addPeriod } from '../subscriptions/terms.ts'

export const couponRoutes: Route[] = [
  post('/coupons/create_for_items', ({ site, params }) => ({ coupon: shown(createCoupon(site, params)) })),
  get('/coupons', ({ site, params }) =>
    list(params, {
      name: 'coupon',
      rows: site.tables.coupons.all().map((coupon) => current(site, coupon)),
      filters: ['id', 'name', 'discount_type', 'duration_type', 'status', 'apply_on', 'created_at'],
      sortBy: ['created_at'],
    }),
  ),
  get('/coupons/:id', ({ site, id }) => ({ coupon: shown(current(site, site.tables.coupons.need(id))) })),
  post('/coupons/:id/delete', ({ site, id }) => {
    const coupon = site.tables.coupons.need(id)
    Object.assign(coupon, { status: 'archived', archived_at: site.now() })
    site.touch(coupon)
    site.record('coupon_updated', { coupon })
    return { coupon: shown(coupon) }
  }),
]

export function createCoupon(site: Site, params: Params): Coupon {
  const type = params.oneOf('discount_type', ['fixed_amount', 'percentage']) ?? 'percentage'
  const duration = params.oneOf('duration_type', ['one_time', 'forever', 'limited_period']) ?? 'forever'
  const percentage = Number(params.text('discount_percentage') ?? Number.NaN)
  if (type === 'percentage' && !(percentage > 0 && percentage <= 100))
    throw wrongValue('discount_percentage', 'should be above 0 and at most 100')
  const months = params.int('duration_month')
  const limited = duration === 'limited_period'
  if (limited && !months && !params.int('period')) throw wrongValue('period', 'cannot be blank')
  const coupon: Coupon = site.tables.coupons.add({
    ...site.head('coupon', params.required('id')),
    name: params.required('name'),
    invoice_name: params.text('invoice_name'),
    discount_type: type,
    ...(type === 'percentage'
      ? { discount_percentage: percentage }
      : {
          discount_amount: Number(params.required('discount_amount')),
          currency_code: params.text('currency_code') ?? 'CHF',
        }),
    duration_type: duration,
    ...(limited && {
      period: params.int('period') ?? months,
      period_unit: params.oneOf('period_unit', ['day', 'week', 'month', 'year']) ?? 'month',
    }),
    valid_from: params.int('valid_from'),
    valid_till: params.int('valid_till'),
    max_redemptions: params.int('max_redemptions'),
    redemptions: 0,
    status: params.oneOf('status', ['active', 'archived']) ?? 'active',
    apply_on: params.oneOf('apply_on', ['invoice_amount', 'each_specified_item']) ?? 'invoice_amount',
    apply_discount_on: 'not_applicable',
    plan_constraint: 'not_applicable',
    addon_constraint: 'not_applicable',
    item_constraints: readConstraints(params),
    deleted: false,
  })
  site.record('coupon_created', { coupon })
  return coupon
}

function readConstraints(params: Params): ItemConstraint[] {
  return params.indexes('item_constraints').map((index) => {
    const at = (field: string) => `item_constraints[${field}][${index}]`
    const ids = params.text(at('item_price_ids'))
    return {
      item_type: params.oneOf(at('item_type'), ['plan', 'addon', 'charge']) ?? 'plan',
      constraint: params.oneOf(at('constraint'), ['none', 'all', 'specific']) ?? 'all',
      ...(ids !== undefined && { item_price_ids: readArray(at('item_price_ids'), ids) }),
    }
  })
}

/** With the status that it has now: time and redemptions end a coupon. */
export function current(site: Site, coupon: Coupon): Coupon {
  if (coupon.status === 'archived') return coupon
  const isOver = coupon.valid_till !== undefined && coupon.valid_till <= site.now()
  const isAhead = coupon.valid_from !== undefined && coupon.valid_from > site.now()
  return { ...coupon, status: isOver || isUsedUp(coupon) ? 'expired' : isAhead ? 'future' : 'active' }
}

const isUsedUp = ({ max_redemptions: max, redemptions }: Coupon) => max !== undefined && redemptions >= max

/** The coupon as a subscription takes it, or what the API refuses it with. */
export function redeem(
  site: Site,
  id: string,
  given: { currency: string; priceIds: readonly string[]; from: number },
): AppliedCoupon {
  const coupon = site.tables.coupons.need(id, 'coupon_ids')
  if (isUsedUp(coupon))
    throw new ApiError(400, 'resource_limit_exhausted', `The coupon ${id} has been redeemed too often`, {
      type: 'invalid_request',
      param: 'coupon_ids',
    })
  const { status } = current(site, coupon)
  if (status !== 'active') throw invalidState(`The coupon ${id} cannot be applied: its status is ${status}`)
  if (coupon.currency_code && coupon.currency_code !== given.currency)
    throw invalidRequest(
      `The coupon ${id} is in ${coupon.currency_code}, the subscription in ${given.currency}`,
    )
  const applies = given.priceIds.some((priceId) => isApplicable(site, coupon, priceId))
  if (!applies)
    throw invalidRequest(`Coupon ${id} cannot be applied as it is not applicable to any of the items`)
  const limited = coupon.duration_type === 'limited_period' && coupon.period && coupon.period_unit
  return {
    coupon_id: id,
    applied_count: 0,
    ...(limited && { apply_till: addPeriod(given.from, coupon.period ?? 1, coupon.period_unit ?? 'month') }),
  }
}

/** A coupon without constraints is for all items. */
export function isApplicable(site: Site, coupon: Coupon, priceId: string): boolean {
  const price = site.tables.itemPrices.get(priceId)
  if (!price) return false
  if (coupon.item_constraints.length === 0) return true
  const constraint = coupon.item_constraints.find((one) => one.item_type === price.item_type)
  if (constraint?.constraint === 'specific') return constraint.item_price_ids?.includes(priceId) ?? false
  return constraint?.constraint === 'all'
}
