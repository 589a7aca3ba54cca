import { PaymentFailed, type Customer } from '../port.ts'

const ofCountry = {
  CH: 'ch_vat',
  LI: 'li_vat',
  NO: 'no_vat',
  IS: 'is_vat',
  GB: 'gb_vat',
} as const
const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ')

type TaxIdType = (typeof ofCountry)[keyof typeof ofCountry] | 'eu_vat'

/** The VAT number as Stripe wants it. Throws PaymentFailed where no number of that country is known. */
export function taxIdOf({ vat, address }: Customer): { type: TaxIdType; value: string } | null {
  const value = vat?.trim()
  if (!value) return null
  const country = address.country ?? ''
  const known = Object.entries(ofCountry).find(([name]) => name === country)
  if (known) return { type: known[1], value }
  // A number of the union names its country, which may be another than that of the address.
  if (union.includes(value.slice(0, 2).toUpperCase().replace('EL', 'GR'))) return { type: 'eu_vat', value }
  throw new PaymentFailed(
    'vat_malformed',
    'STRIPE',
    `no VAT number of ${/^[A-Z]{2}$/.test(country) ? country : '?'}`,
  )
}
