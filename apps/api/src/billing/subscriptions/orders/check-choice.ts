import type { BillingAddress } from '@countersign/contract/billing-shapes.ts'
import type { CurrencyRow, CycleRow, PlanNameRow } from '#api/platform/db/billing-tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { currencyOf } from '../customers/countries.ts'
import { findPlan, isPriced } from '../plan-repository.ts'
import { isVatNumber } from '../customers/vat-number.ts'

/** What is to be bought, as the upgrade page sends it. */
export interface PlanChoice {
  readonly plan: Exclude<PlanNameRow, 'enterprise'>
  readonly cycle: CycleRow
  readonly amountSeats: number
  readonly currency: CurrencyRow
  readonly promoCode?: string | null | undefined
  readonly referralCode?: string | null | undefined
  readonly vat?: string | null | undefined
  readonly country?: string | null | undefined
  readonly postalCode?: string | null | undefined
}

export interface Chooser {
  /** The customer's, from before; null where nothing was paid yet. */
  readonly currency: CurrencyRow | null
  readonly address: Partial<BillingAddress>
  /** People who have a seat. */
  readonly people: number
}

/** Refuses what is wrong of a choice before a payment provider sees it. */
export async function checkChoice(db: Reader, choice: PlanChoice, by: Chooser): Promise<void> {
  const { plan, cycle, currency, amountSeats } = choice
  const row = await findPlan(db, plan)
  if (!row?.sold || !(await isPriced(db, { plan, cycle, currency })))
    throw new Refusal('billing.plan_not_sold')
  if (amountSeats < row.min_seats || (row.max_seats !== null && amountSeats > row.max_seats))
    throw new Refusal('billing.seats_out_of_range')
  const country = choice.country ?? by.address.country
  // Null: it was cleared. Left out: the one that is kept.
  checkAddress({ country, vat: choice.vat === undefined ? by.address.vat : choice.vat })
  // Who has paid keeps the currency, also in a country that pays in another one.
  if (by.currency !== null && by.currency !== currency) throw new Refusal('billing.currency_fixed')
  if (by.currency === null && country && currencyOf(country) !== currency)
    throw new Refusal('billing.plan_not_sold')
  if (choice.promoCode && choice.referralCode)
    throw wrongField('referralCode', 'exclusive', 'A promotion code and a referral code cannot be combined')
  if (amountSeats < by.people) throw new Refusal('billing.seats_in_use')
}

/** A country that nothing is sold in, or a VAT number that is none of it. */
export function checkAddress({ country, vat }: Partial<Pick<BillingAddress, 'country' | 'vat'>>): void {
  if (country && currencyOf(country) === null) throw new Refusal('billing.country_without_price')
  if (vat && !isVatNumber(vat, country ?? vat.slice(0, 2).toUpperCase().replace('EL', 'GR')))
    throw new Refusal('billing.vat_malformed')
}
