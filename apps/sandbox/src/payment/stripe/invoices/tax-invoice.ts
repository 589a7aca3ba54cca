import { type TaxRule, taxOn, taxRuleFor } from '../../tax-registrations.ts'
import type { Account } from '../account.ts'
import type { Invoice, InvoiceLine, TaxAmount } from '../billing-resources.ts'
import { invalid, refused } from '../errors.ts'
import type { Params } from '../params.ts'

/** Whether a call turns Stripe Tax on. Throws where it can't be: without a head office, an address or a tax behaviour. */
export function readAutomaticTax(
  account: Account,
  params: Params,
  of: { country: string | null | undefined; lines?: readonly { price: { tax_behavior: string } }[] },
): boolean | undefined {
  const isOn = params.part('automatic_tax')?.flag('enabled')
  if (isOn !== true) return isOn
  if (!account.tax.hasHeadOffice)
    throw refused(
      'You must have a valid head office address to enable automatic tax calculation in test mode.',
    )
  if (!of.country)
    throw invalid(
      'automatic_tax',
      'The customer’s location isn’t recognized. Set a valid customer address in order to automatically calculate tax.',
      'customer_tax_location_invalid',
    )
  if (of.lines?.some(({ price }) => price.tax_behavior === 'unspecified'))
    throw invalid('items', 'Prices with a tax_behavior of `unspecified` can’t be used with automatic tax.')
  return isOn
}

/** The tax of each line and of all, by the invoice's own address and tax IDs; it may be computed any number of times. */
export function taxInvoice(account: Account, invoice: Invoice): void {
  const { lines } = invoice.hidden
  const isOn = invoice.automatic_tax?.enabled ?? false
  const rule = taxRuleFor(account.tax.registrations, {
    country: invoice.customer_address?.['country'],
    hasVatNumber: invoice.customer_tax_ids.some(({ type }) => type.endsWith('_vat')),
  })
  for (const line of lines) line.taxes = isOn ? [taxOf(netOf(line), rule)] : []
  const all = lines.flatMap(({ taxes }) => taxes)
  const sum = (of: 'amount' | 'taxable_amount') => all.reduce((total, tax) => total + tax[of], 0)
  if (invoice.automatic_tax) invoice.automatic_tax.status = isOn ? 'complete' : null
  invoice.total_taxes = isOn
    ? [{ ...taxOf(0, rule), amount: sum('amount'), taxable_amount: sum('taxable_amount') }]
    : []
  invoice.total = invoice.total_excluding_tax + sum('amount')
}

const netOf = (line: InvoiceLine): number =>
  line.amount - line.discount_amounts.reduce((sum, { amount }) => sum + amount, 0)

function taxOf(net: number, rule: TaxRule): TaxAmount {
  const reasons = {
    charged: 'standard_rated',
    reverse_charge: 'reverse_charge',
    not_registered: 'not_collecting',
  } as const
  return {
    amount: taxOn(net, rule),
    tax_behavior: 'exclusive',
    tax_rate_details: null,
    taxability_reason: reasons[rule.is],
    taxable_amount: rule.is === 'charged' ? net : 0,
    type: 'tax_rate_details',
  }
}
