import type { User } from '@countersign/contract/account-shapes.ts'
import type { OfferedPlan } from '@countersign/contract/billing-shapes.ts'
import type { Business } from '@countersign/contract/businesses.ts'
import { isEmail } from '#web/lib/forms/email-rule.ts'
import type { FieldCode } from '#web/lib/errors/field-errors.ts'
import { isPhone } from '#web/lib/forms/phone.ts'
import { tabMemory } from '#web/lib/browser/tab-memory.ts'
import { currencyOf, isSold, seatRange, withinRange, type Choice, type Country } from './choice.ts'

export interface Address {
  readonly contactName: string
  readonly contactEmail: string
  readonly address1: string
  readonly address2: string
  readonly postalCode: string
  readonly city: string
}

/** The business that a personal account founds by buying a plan. */
export interface Founding {
  readonly name: string
  readonly phone: string
  readonly gtc: boolean
  readonly dpa: boolean
}

export interface OrderForm {
  readonly choice: Choice
  readonly address: Address
  readonly founding: Founding
}

/** What was ordered and is not settled yet: kept while the provider has the page. */
export interface OpenOrder {
  readonly form: OrderForm
  /** A card was to be entered on the provider's page, or a payment confirmed at a bank. */
  readonly step: 'setup' | 'payment'
  readonly prorationDate: string | null
  /** As it was shown. */
  readonly dueToday: number | null
  readonly idempotencyKey: string
  /** Null for a personal account. */
  readonly businessId: string | null
}
export const openOrder = tabMemory<OpenOrder>('plan-order', 'account')

export function firstForm(
  plans: readonly OfferedPlan[],
  countries: readonly Country[],
  user: User,
  business: Business | null,
): OrderForm {
  const billing = business?.billing ?? null
  const used = business?.seats.used ?? 1
  const current = plans.find(({ name }) => name.toUpperCase() === business?.pricePlan?.current.base.type)
  const fitting = plans.filter(isSold).filter((plan) => seatRange(plan, used))
  // During a trial the plan that is tried is proposed; a person alone is proposed the smallest.
  const tried = fitting.find(({ name }) => name === business?.pricePlan?.name)
  const plan = fitting.find((one) => one === current) ?? tried ?? fitting[0]
  const range = plan && seatRange(plan, used)
  const country = billing?.country ?? business?.country ?? ''
  return {
    choice: {
      plan: plan?.name ?? 'team',
      cycle: billing?.cycle ?? 'year',
      seats: range
        ? withinRange(current ? (billing?.nextSeats ?? billing?.seats ?? used) : used, range)
        : used,
      country: currencyOf(country, countries) ? country : '',
      vat: billing?.vat ?? '',
      promoCode: null,
      referralCode: null,
    },
    address: {
      contactName: billing?.contactName ?? `${user.firstName} ${user.lastName}`.trim(),
      contactEmail: billing?.contactEmail ?? business?.email ?? user.email,
      address1: billing?.address1 ?? '',
      address2: billing?.address2 ?? '',
      postalCode: billing?.postalCode ?? '',
      city: billing?.city ?? '',
    },
    founding: { name: '', phone: '', gtc: false, dpa: false },
  }
}

/** The fields of the form, in their order on the page. */
export const fieldOrder = [
  'seats',
  'name',
  'phone',
  'gtc',
  'dpa',
  'country',
  'contactName',
  'contactEmail',
  'address1',
  'postalCode',
  'city',
  'vat',
  'promoCode',
  'referralCode',
] as const
export type OrderField = (typeof fieldOrder)[number]
export type FieldCodes = Partial<Record<OrderField, FieldCode>>

/** What is missing or malformed before the service is asked. */
export function checkForm({ choice, address, founding }: OrderForm, isFounding: boolean): FieldCodes {
  const required = { ...address, country: choice.country } as const
  const missing = (
    ['contactName', 'contactEmail', 'address1', 'postalCode', 'city', 'country'] as const
  ).filter((field) => required[field].trim() === '')
  const codes: FieldCodes = Object.fromEntries(missing.map((field) => [field, 'required']))
  if (!codes.contactEmail && !isEmail(address.contactEmail)) codes.contactEmail = 'email'
  if (!isFounding) return codes
  if (founding.name.trim() === '') codes.name = 'required'
  if (!isPhone(founding.phone)) codes.phone = 'invalid'
  if (!founding.gtc) codes.gtc = 'accept'
  if (!founding.dpa) codes.dpa = 'accept'
  return codes
}

const fieldsOfRefusals: Readonly<Record<string, OrderField>> = {
  'billing.vat_malformed': 'vat',
  'billing.country_without_price': 'country',
  'billing.currency_fixed': 'country',
  'billing.seats_out_of_range': 'seats',
  'billing.seats_in_use': 'seats',
  'billing.promo_unknown': 'promoCode',
  'billing.promo_expired': 'promoCode',
  'billing.promo_used_up': 'promoCode',
  'billing.promo_not_for_plan': 'promoCode',
  'billing.referral_unknown': 'referralCode',
}

/** The field that a refusal of the service is about. */
export function fieldOfRefusal(key: string): OrderField | null {
  return fieldsOfRefusals[key] ?? null
}
