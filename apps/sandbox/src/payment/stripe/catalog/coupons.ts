import type { Account } from '../account.ts'
import type { Coupon, PromotionCode } from '../billing-resources.ts'
import { isRedeemable } from './discounts.ts'
import { invalid, missing } from '../errors.ts'
import { list, listParams } from '../list.ts'
import { mergeMetadata } from '../params.ts'
import type { Params } from '../params.ts'
import { get, post, remove } from '../route.ts'
import type { Route } from '../route.ts'

const couponFields = [
  'id',
  'name',
  'percent_off',
  'amount_off',
  'currency',
  'duration',
  'duration_in_months',
  'max_redemptions',
  'redeem_by',
  'applies_to.products[]',
  'currency_options.*',
  'metadata.*',
]
const codeFields = [
  'promotion.type',
  'promotion.coupon',
  'code',
  'active',
  'customer',
  'expires_at',
  'max_redemptions',
  'restrictions.first_time_transaction',
  'restrictions.minimum_amount',
  'restrictions.minimum_amount_currency',
  'metadata.*',
]

export const couponRoutes: Route[] = [
  post('/coupons', couponFields, ({ account, params }) => createCoupon(account, params)),
  get('/coupons', listParams, ({ account, params }) =>
    list(params, '/v1/coupons', account.tables.coupons.all()),
  ),
  get('/coupons/:id', [], ({ account, id }) => account.tables.coupons.need(id)),
  remove('/coupons/:id', [], ({ account, id }) => {
    const coupon = account.tables.coupons.need(id)
    account.tables.coupons.remove(id)
    account.record('coupon.deleted', coupon)
    return { id, object: 'coupon', deleted: true }
  }),
  post('/promotion_codes', codeFields, ({ account, params }) => createPromotionCode(account, params)),
  get('/promotion_codes', [...listParams, 'code', 'active', 'coupon', 'customer'], ({ account, params }) => {
    const [code, active] = [params.text('code')?.toUpperCase(), params.flag('active')]
    const [coupon, customer] = [params.text('coupon'), params.text('customer')]
    const rows = account.tables.promotionCodes
      .all()
      .map((one) => current(account, one))
      .filter(
        (one) =>
          (!code || one.code.toUpperCase() === code) &&
          (active ?? one.active) === one.active &&
          (coupon ?? one.promotion.coupon) === one.promotion.coupon &&
          (customer ?? one.customer) === one.customer,
      )
    return list(params, '/v1/promotion_codes', rows)
  }),
  get('/promotion_codes/:id', [], ({ account, id }) =>
    current(account, account.tables.promotionCodes.need(id)),
  ),
  post('/promotion_codes/:id', ['active', 'metadata.*'], ({ account, params, id }) => {
    const code = account.tables.promotionCodes.need(id)
    account.update('promotion_code.updated', code, () => {
      code.active = params.flag('active') ?? code.active
      code.metadata = mergeMetadata(code.metadata, params.named('metadata'))
    })
    return code
  }),
]

/** A code that can no longer be redeemed is inactive. */
function current(account: Account, code: PromotionCode): PromotionCode {
  code.active = code.active && isRedeemable(account, code)
  return code
}

export function createCoupon(account: Account, params: Params): Coupon {
  const percent = params.text('percent_off')
  const amount = params.int('amount_off') ?? null
  if ((percent === undefined) === (amount === null))
    throw invalid('percent_off', 'You must pass exactly one of percent_off and amount_off.')
  const percentOff = percent === undefined ? null : Number(percent)
  if (percentOff !== null && !(percentOff > 0 && percentOff <= 100))
    throw invalid('percent_off', 'Invalid percent_off: must be greater than 0 and at most 100')
  if (amount !== null && !params.text('currency')) throw missing('currency')
  const duration = params.oneOf('duration', ['once', 'repeating', 'forever'] as const) ?? 'once'
  const months = params.int('duration_in_months') ?? null
  if (duration === 'repeating' && months === null) throw missing('duration_in_months')
  const options = params.part('currency_options')
  const amountsOff = Object.fromEntries(
    Object.keys(options?.tree ?? {}).map((code) => [code, options?.part(code)?.int('amount_off') ?? 0]),
  )
  const products = params.part('applies_to')?.texts('products') ?? []
  for (const product of products) account.tables.products.need(product, 'applies_to[products]')
  const coupon = account.tables.coupons.add({
    ...account.head('coupon', params.text('id') ?? account.newId('c').slice(-8)),
    name: params.text('name') ?? null,
    percent_off: percentOff,
    amount_off: amount,
    currency: params.text('currency')?.toLowerCase() ?? null,
    duration,
    duration_in_months: months,
    max_redemptions: params.int('max_redemptions') ?? null,
    redeem_by: params.int('redeem_by') ?? null,
    times_redeemed: 0,
    valid: true,
    metadata: mergeMetadata({}, params.named('metadata')),
    hidden: { products, amountsOff },
  })
  account.record('coupon.created', coupon)
  return coupon
}

export function createPromotionCode(account: Account, params: Params): PromotionCode {
  const promotion = params.part('promotion')
  if (!promotion) throw missing('promotion')
  promotion.required('type')
  promotion.oneOf('type', ['coupon'] as const)
  const coupon = account.tables.coupons.need(promotion.required('coupon'), 'promotion[coupon]')
  const code = params.text('code') ?? account.newId('c').slice(-8).toUpperCase()
  if (!/^[A-Za-z0-9_-]+$/.test(code))
    throw invalid('code', 'Invalid code: use letters, digits, dashes and underscores')
  const isTaken = account.tables.promotionCodes
    .all()
    .some((one) => current(account, one).active && one.code.toUpperCase() === code.toUpperCase())
  if (isTaken) throw invalid('code', `An active promotion code with \`code: ${code}\` already exists.`)
  const expiresAt = params.int('expires_at') ?? null
  if (expiresAt !== null && expiresAt <= account.now())
    throw invalid('expires_at', 'The expires_at timestamp must be in the future.')
  const restrictions = params.part('restrictions')
  const row = account.tables.promotionCodes.add({
    ...account.head('promotion_code', account.newId('promo')),
    code,
    active: params.flag('active') ?? true,
    promotion: { type: 'coupon', coupon: coupon.id },
    customer: params.text('customer') ?? null,
    expires_at: expiresAt,
    max_redemptions: params.int('max_redemptions') ?? null,
    times_redeemed: 0,
    restrictions: {
      first_time_transaction: restrictions?.flag('first_time_transaction') ?? false,
      minimum_amount: restrictions?.int('minimum_amount') ?? null,
      minimum_amount_currency: restrictions?.text('minimum_amount_currency') ?? null,
    },
    metadata: mergeMetadata({}, params.named('metadata')),
  })
  account.record('promotion_code.created', row)
  return row
}
