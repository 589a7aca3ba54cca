import { type Customer, PaymentFailed, type PaymentProvider, type PaymentSetup } from '../port.ts'
import { safePage } from '../provider-client.ts'
import { type ChargebeeClient, idempotent } from './client.ts'
import { isAlreadyThere, isMissing, orMissing } from './failures.ts'
import { WithCustomer, WithHostedPage } from './shapes.ts'

/** Our reference is the record's id: a first try that got lost is found by it. */
export async function saveCustomer(
  client: ChargebeeClient,
  customer: Customer,
  known: string | null,
): Promise<{ readonly id: string }> {
  const id = known ?? customer.reference.replaceAll(/[^\w-]/g, '-')
  if (known !== null) return update(client, customer, id)
  try {
    const params = { id, auto_collection: 'on' as const, ...paramsOf(customer), ...billingOf(customer) }
    await client.ask(WithCustomer, client.api.customer.create(params))
    return { id }
  } catch (error) {
    if (!isAlreadyThere(error)) throw error
    return update(client, customer, id)
  }
}

async function update(
  client: ChargebeeClient,
  customer: Customer,
  id: string,
): Promise<{ readonly id: string }> {
  try {
    // The VAT number first: where it is wrong, nothing is changed.
    await client.ask(WithCustomer, client.api.customer.updateBillingInfo(id, billingOf(customer)))
    await client.ask(WithCustomer, client.api.customer.update(id, paramsOf(customer)))
    return { id }
  } catch (error) {
    if (isMissing(error)) throw new PaymentFailed('conflict', 'CHARGEBEE', 'there is no such customer')
    throw error
  }
}

function paramsOf({ name, email, language, reference }: Customer) {
  return { company: name, email, locale: language, meta_data: { reference } }
}

function billingOf({ name, email, address, vat }: Customer) {
  return {
    vat_number: vat?.trim() ?? '',
    billing_address: { company: name, email, ...addressParams(address) },
  }
}

export function addressParams(address: Customer['address']) {
  return {
    line1: address.line1 ?? '',
    line2: address.line2 ?? '',
    zip: address.postalCode ?? '',
    city: address.city ?? '',
    country: address.country ?? '',
  }
}

type Setup = Parameters<PaymentProvider['createSetup']>[0]

/** A page of Chargebee where the customer enters a payment method, and the bank is asked. */
export async function createSetup(client: ChargebeeClient, setup: Setup): Promise<PaymentSetup> {
  const params = { customer: { id: setup.customerId }, redirect_url: setup.returnUrl }
  const { hosted_page: page } = await client.ask(
    WithHostedPage,
    client.api.hostedPage.managePaymentSources(params, idempotent(setup.key)),
  )
  const { apiUrl } = client.settings
  return { clientSecret: null, redirectUrl: safePage('CHARGEBEE', page.url ?? '', apiUrl) }
}

/** What the page left behind. The reference comes from the browser: it may be anyone's. */
export async function checkSetup(
  client: ChargebeeClient,
  reference: string,
  customerId: string,
): Promise<void> {
  if (!/^[\w-]{1,100}$/.test(reference))
    throw new PaymentFailed('conflict', 'CHARGEBEE', 'this is no hosted page')
  const { hosted_page: page } = await client.ask(WithHostedPage, client.api.hostedPage.retrieve(reference))
  const owner = page.content?.customer?.id
  if (owner !== undefined && owner !== customerId)
    throw new PaymentFailed('conflict', 'CHARGEBEE', 'the hosted page is another customer’s')
  if (!(await hasPaymentMethod(client, customerId)))
    throw new PaymentFailed('declined', 'CHARGEBEE', 'no payment method was entered')
}

export async function hasPaymentMethod(client: ChargebeeClient, id: string): Promise<boolean> {
  const found = await findCustomer(client, id)
  return found?.primary_payment_source_id != null
}

export async function findCustomer(client: ChargebeeClient, id: string) {
  const found = await orMissing(client.ask(WithCustomer, client.api.customer.retrieve(id)))
  return found && found.customer.deleted !== true ? found.customer : null
}
