import {
  createSetupIntent,
  previewUpgrade,
  upgradeBusiness,
  validatePromo,
} from '@countersign/contract/subscriptions.ts'
import {
  confirmDirectUpgrade,
  createDirectSetupIntent,
  previewDirectUpgrade,
  syncDirectUpgrade,
} from '@countersign/contract/direct-upgrades.ts'
import type {
  BillingPreview,
  Currency,
  Discount,
  PaymentAction,
} from '@countersign/contract/billing-shapes.ts'
import type { Business } from '@countersign/contract/businesses.ts'
import { call } from '#web/lib/calls/api.ts'
import { keep, syncBusiness } from '../billing-calls.ts'
import { outcomeOf, type Choice, type Outcome, type Priced } from './choice.ts'
import type { OrderForm } from './order-form.ts'

const background = { background: true }

/** Who buys: a business, or the person who founds one by buying (null). */
export type Buyer = Business | null

function chosen({ plan, cycle, seats, country, vat, promoCode, referralCode }: Choice, currency: Currency) {
  return {
    plan,
    cycle,
    amountSeats: seats,
    currency,
    country,
    vat: vat.trim() || null,
    promoCode,
    referralCode,
  }
}

export async function previewOrder(
  buyer: Buyer,
  choice: Priced,
  currency: Currency,
  signal?: AbortSignal,
): Promise<BillingPreview> {
  const body = { ...chosen(choice, currency), postalCode: choice.postalCode.trim() || null }
  const options = { ...background, signal }
  if (buyer) return call(previewUpgrade, { params: { id: buyer.id }, body }, options)
  return call(previewDirectUpgrade, { body }, options)
}

/** Whether a code applies to this choice. Without a business there is no call for it, and the preview says so. */
export async function checkCode(
  buyer: Buyer,
  choice: Choice,
  currency: Currency,
  code: { readonly type: 'promo' | 'referral'; readonly text: string },
): Promise<Discount | null> {
  if (!buyer) {
    const typed = code.type === 'promo' ? { promoCode: code.text } : { referralCode: code.text }
    return (await previewOrder(buyer, { ...choice, ...typed, postalCode: '' }, currency)).discount
  }
  const { plan, cycle } = choice
  const body = { promoCode: code.text, type: code.type, plan, cycle, currency }
  return (await call(validatePromo, { params: { id: buyer.id }, body }, background)).discount
}

export async function preparePayment(buyer: Buyer, country: string): Promise<PaymentAction> {
  const body = { country }
  if (buyer) return call(createSetupIntent, { params: { id: buyer.id }, body }, background)
  return call(createDirectSetupIntent, { body }, background)
}

export interface OrderPlacement {
  readonly form: OrderForm
  readonly currency: Currency
  /** Of the preview that was shown: what is charged is what was shown. */
  readonly prorationDate: string | null
  readonly dueToday: number | null
  readonly setupReference: string | null
  readonly idempotencyKey: string
}

export async function placeOrder(buyer: Buyer, placing: OrderPlacement) {
  const { form, currency, prorationDate, dueToday, setupReference, idempotencyKey } = placing
  const { choice, address, founding } = form
  const body = {
    ...chosen(choice, currency),
    prorationDate,
    dueToday,
    setupReference,
    billing: {
      ...address,
      address2: address.address2 || null,
      country: choice.country,
      vat: choice.vat.trim() || null,
    },
  }
  if (!buyer) {
    const { name, phone, gtc, dpa } = founding
    return call(
      confirmDirectUpgrade,
      { body: { ...body, name: name.trim(), phone: phone.trim() || null, gtc, dpa } },
      { ...background, idempotencyKey },
    )
  }
  const placed = await call(upgradeBusiness, { params: { id: buyer.id }, body }, background)
  if (placed.business) keep(placed.business)
  return placed
}

export interface OrderResult {
  /** `refund_due`: paid for, but the account belongs to another business by now. */
  readonly outcome: Outcome | 'refund_due'
  readonly business: Business | null
}

/** How an order is getting on: asked of the provider, never of the address that the browser came back by. */
export async function followOrder(buyer: Buyer, choice: Choice, signal?: AbortSignal): Promise<OrderResult> {
  if (buyer) {
    const business = await syncBusiness(buyer.id, signal)
    return { outcome: outcomeOf(business, choice), business }
  }
  const { state, business } = await call(syncDirectUpgrade, {}, { ...background, signal })
  if (business) keep(business)
  return { outcome: state === 'none' ? 'failed' : state, business }
}
