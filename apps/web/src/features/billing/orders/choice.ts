import type {
  Billing,
  BillingCycle,
  Currency,
  OfferedPlan,
  PlanFeature,
  SoldPlan,
} from '@countersign/contract/billing-shapes.ts'
import { SoldPlan as SoldPlanShape } from '@countersign/contract/billing-shapes.ts'
import type { Business } from '@countersign/contract/businesses.ts'

/** What is bought, and by whom. */
export interface Choice {
  readonly plan: SoldPlan
  readonly cycle: BillingCycle
  readonly seats: number
  readonly country: string
  readonly vat: string
  readonly promoCode: string | null
  readonly referralCode: string | null
}

/** What the preview is of: all that changes the price. In a few places the postcode decides about the tax. */
export interface Priced extends Choice {
  readonly postalCode: string
}

export type Country = { readonly country: string; readonly currency: Currency }

export function currencyOf(country: string, countries: readonly Country[]): Currency | null {
  return countries.find((one) => one.country === country)?.currency ?? null
}

/** Who has paid keeps the currency, whatever country the address is in by now. */
export function withCurrency(countries: readonly Country[], fixed: Currency | null): readonly Country[] {
  return fixed === null ? countries : countries.map(({ country }) => ({ country, currency: fixed }))
}

export function priceOf(plan: OfferedPlan, cycle: BillingCycle, currency: Currency): number | null {
  return plan.prices.find((one) => one.cycle === cycle && one.currency === currency)?.amount ?? null
}

/** What the yearly price saves against twelve monthly ones, in whole percent; the largest of the plans. */
export function yearlySaving(plans: readonly OfferedPlan[], currency: Currency): number {
  const savings = plans.map((plan) => {
    const [month, year] = [priceOf(plan, 'month', currency), priceOf(plan, 'year', currency)]
    return month && year !== null ? Math.floor(((12 * month - year) * 100) / (12 * month)) : 0
  })
  return Math.max(0, ...savings)
}

export interface SeatRange {
  readonly min: number
  readonly max: number
}

/** The seats a plan can be bought with: not fewer than there are people. Null if they don't fit into it. */
export function seatRange(plan: OfferedPlan, used: number): SeatRange | null {
  const range = { min: Math.max(plan.seats.min, used), max: plan.seats.max ?? 10_000 }
  return range.min > range.max ? null : range
}

export function withinRange(seats: number, { min, max }: SeatRange): number {
  return Math.min(Math.max(Number.isFinite(seats) ? Math.trunc(seats) : min, min), max)
}

export function isSold(plan: OfferedPlan): plan is OfferedPlan & { name: SoldPlan } {
  return SoldPlanShape.safeParse(plan.name).success
}

/** A plan is paid for at a provider, whether or not its last payment came through. */
export function isPaying(billing: Billing | null): boolean {
  return billing?.paymentMethod === 'STRIPE' || billing?.paymentMethod === 'CHARGEBEE'
}

export type Outcome = 'done' | 'failed' | 'waiting'
type ExpectedPrice = Pick<Choice, 'plan' | 'cycle' | 'seats'>

/** What a sync says of an order. Seats may be more: fewer apply from the next period on. */
export function outcomeOf({ billing, pricePlan, stripe }: Business, expected: ExpectedPrice): Outcome {
  if (!billing || !pricePlan) return 'waiting'
  const isBought =
    isPaying(billing) &&
    !billing.paymentIssue &&
    pricePlan.current.base.type === expected.plan.toUpperCase() &&
    billing.cycle === expected.cycle &&
    (billing.nextSeats ?? billing.seats) === expected.seats
  if (isBought) return 'done'
  return stripe?.subscriptionErrorCode ? 'failed' : 'waiting'
}

/** The smallest plan with more of it than one has: where a plan limits how many there may be, they can be used up. */
export function planWithMore(
  plans: readonly OfferedPlan[],
  feature: PlanFeature,
  own: OfferedPlan['limits'] | null,
): OfferedPlan | undefined {
  const now = own === null ? 0 : amountOf(own[feature])
  return plans.find(({ limits }) => amountOf(limits[feature]) > now)
}

/** Null is without a limit. */
const amountOf = (limit: boolean | number | null): number => Number(limit ?? Number.POSITIVE_INFINITY)
