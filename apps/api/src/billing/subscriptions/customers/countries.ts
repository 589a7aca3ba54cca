import type { CurrencyRow } from '#api/platform/db/billing-tables.ts'

/** The countries of the European Economic Area that pay in euros here, and the United Kingdom; by ISO 3166-1. */
const euro =
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')

const currencies: ReadonlyMap<string, CurrencyRow> = new Map([
  ['CH', 'CHF'],
  ['LI', 'CHF'],
  ...euro.map((country) => [country, 'EUR'] as const),
])

/** What a country pays in; null where nothing is sold there. */
export function currencyOf(country: string): CurrencyRow | null {
  return currencies.get(country) ?? null
}

export function listCountries(): { country: string; currency: CurrencyRow }[] {
  return [...currencies].map(([country, currency]) => ({ country, currency }))
}
