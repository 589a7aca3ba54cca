/** Where the seller is registered for VAT, and how much of it is charged there in percent. Nowhere, until a tester says so. */
export type TaxRegistrations = Record<string, number>

/** Where the seller is: a customer with a VAT number in another country owes the tax itself (reverse charge). */
const seller = 'CH'

export type TaxRule =
  | { readonly is: 'charged'; readonly percent: number }
  /** In a country where the seller is registered. */
  | { readonly is: 'reverse_charge' }
  | { readonly is: 'not_registered' }

export function taxRuleFor(
  registrations: TaxRegistrations,
  { country, hasVatNumber }: { readonly country?: string | null | undefined; readonly hasVatNumber: boolean },
): TaxRule {
  const percent = registrations[country ?? '']
  if (percent === undefined) return { is: 'not_registered' }
  return hasVatNumber && country !== seller ? { is: 'reverse_charge' } : { is: 'charged', percent }
}

export const taxOn = (amount: number, rule: TaxRule): number =>
  rule.is === 'charged' ? Math.round((amount * rule.percent) / 100) : 0
