import type { BillingPreview, Discount } from '@countersign/contract/billing-shapes.ts'
import type { Preview } from '#api/providers/payment/port.ts'

export function presentPreview(
  { currency, dueToday, nextPeriod, lines, prorationDate }: Preview,
  { isFewer, discount }: { readonly isFewer: boolean; readonly discount: Discount | null },
): BillingPreview {
  return {
    currency,
    dueToday: { ...dueToday },
    nextPeriod: { at: nextPeriod.at.toISOString(), total: nextPeriod.total },
    lines: lines.map(({ startAt, endAt, ...line }) => ({
      ...line,
      startAt: startAt.toISOString(),
      endAt: endAt.toISOString(),
    })),
    prorationDate: prorationDate.toISOString(),
    applies: isFewer ? 'next_period' : 'now',
    discount,
  }
}
