import { escaped } from '../../http/escaped.ts'
import type { PortalView } from '../stripe/pages-port.ts'
import { alert, cardFields, day, field, stripePage } from './page.ts'

const taxIdTypes: Record<string, string> = {
  ch_vat: 'Swiss VAT number',
  ch_uid: 'Swiss UID number',
  eu_vat: 'European VAT number',
  gb_vat: 'UK VAT number',
  li_vat: 'Liechtensteinian VAT number',
  no_vat: 'Norwegian VAT number',
  us_ein: 'US employer identification number',
}

/** The page of the portal where one thing is changed; undefined where there is none of that name. */
export function portalForm(
  view: PortalView,
  page: { view?: string; about?: string; wrong?: string },
): string | undefined {
  const { wrong, about } = page
  if (page.view === 'card') return form('Add payment method', 'card', 'Add', cardFields, wrong)
  if (page.view === 'details')
    return form('Billing information', 'details', 'Save', detailsFields(view), wrong)
  if (page.view === 'tax-id') return form('Add tax ID', 'tax-id', 'Add', taxIdFields, wrong)
  const subscription = view.subscriptions.find(({ id }) => id === about)
  if (page.view !== 'cancel' || !subscription) return undefined
  const text = `<p>${escaped(subscription.description)} will be canceled, but is still available until the end of your billing period on ${day(subscription.periodEnd)}.</p>
      <input type="hidden" name="id" value="${escaped(subscription.id)}" />`
  return form('Cancel your subscription', 'cancel', 'Cancel subscription', text, wrong)
}

const form = (heading: string, act: string, button: string, content: string, wrong: string | undefined) =>
  stripePage(
    heading,
    `${alert(wrong)}<section><form method="post">${content}
        <div class="choices"><button class="primary" type="submit" name="act" value="${act}">${button}</button>
          <a class="button" href="?">Go back</a></div></form></section>`,
  )

const taxIdFields = `<div class="field"><label for="type">Type</label><select id="type" name="type">${Object.entries(
  taxIdTypes,
)
  .map(([type, label]) => `<option value="${type}">${label}</option>`)
  .join('')}</select></div>${field('value', 'ID', '', 'required')}`

function detailsFields({ name, address }: PortalView): string {
  return [
    field('name', 'Name', name ?? '', 'autocomplete="name" required'),
    field('line1', 'Address line 1', address.line1, 'autocomplete="address-line1"'),
    field('line2', 'Address line 2', address.line2, 'autocomplete="address-line2"'),
    field('postal_code', 'Postal code', address.postal_code, 'autocomplete="postal-code"'),
    field('city', 'City', address.city, 'autocomplete="address-level2"'),
    field(
      'country',
      'Country code',
      address.country,
      'autocomplete="country" maxlength="2" pattern="[A-Z]{2}"',
    ),
  ].join('')
}
