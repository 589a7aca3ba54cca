import type { Currency, Cycle, ExtraPrice, PaidPlan, PlanPrice, PriceList } from './port.ts'

type PlanChoice = { readonly plan: PaidPlan; readonly cycle: Cycle; readonly currency: Currency }

export const paidPlans = ['individual', 'team', 'pro', 'scale', 'enterprise'] as const satisfies PaidPlan[]
export const qualities = ['ses', 'aes', 'qes', 'seal'] as const satisfies ExtraPrice['quality'][]
export const cycles = ['month', 'year'] as const satisfies Cycle[]
export const currencies = ['CHF', 'EUR'] as const satisfies Currency[]

export const planKey = ({ plan, cycle, currency }: PlanChoice) => `${plan}_${cycle}_${currency.toLowerCase()}`
export const extraKey = ({ quality, currency }: Pick<ExtraPrice, 'quality' | 'currency'>) =>
  `extra_${quality}_${currency.toLowerCase()}`
/** What a signature of this quality is metered as. */
export const meterName = (quality: ExtraPrice['quality']) => `signatures_${quality}`

/** Each key that a price of ours may have, with what it is for. */
export const plansByKey: ReadonlyMap<string, PlanChoice> = new Map(
  paidPlans.flatMap((plan) =>
    cycles.flatMap((cycle) =>
      currencies.map((currency) => {
        const choice = { plan, cycle, currency }
        return [planKey(choice), choice] as const
      }),
    ),
  ),
)
export const extrasByKey: ReadonlyMap<string, Pick<ExtraPrice, 'quality' | 'currency'>> = new Map(
  qualities.flatMap((quality) =>
    currencies.map((currency) => {
      const extra = { quality, currency }
      return [extraKey(extra), extra] as const
    }),
  ),
)

/** The prices by their keys, those of other things left out. */
export function priceListOf(amounts: ReadonlyMap<string, number>): PriceList {
  const plans: PlanPrice[] = []
  const extras: ExtraPrice[] = []
  for (const [key, amount] of amounts) {
    const plan = plansByKey.get(key)
    const extra = extrasByKey.get(key)
    if (plan) plans.push({ ...plan, amount })
    if (extra) extras.push({ ...extra, amount })
  }
  return { plans, extras }
}

export function keysOf({ plans, extras }: PriceList): string[] {
  return [...plans.map(planKey), ...extras.map(extraKey)]
}

/** What of the list is not among these keys. */
export function missingFrom(list: PriceList, keys: Iterable<string>): PriceList {
  const there = new Set(keys)
  return {
    plans: list.plans.filter((price) => !there.has(planKey(price))),
    extras: list.extras.filter((price) => !there.has(extraKey(price))),
  }
}
