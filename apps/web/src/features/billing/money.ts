import type { Currency } from '@countersign/contract/billing-shapes.ts'
import { localeOf } from '#web/lib/language/language.ts'

/** 'CHF 12.50' in the reader's own way. Always with the currency's code: a symbol says too little beside a franc. */
export function formatMoney(amount: number, currency: Currency, language: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'code' } as const
  return new Intl.NumberFormat(localeOf(language), options).format(amount / 100)
}

export function formatPercent(percent: number, language: string): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(localeOf(language), options).format(percent / 100)
}
