import { createHash, randomUUID } from 'node:crypto'
import { PaymentFailed, type Customer } from '../port.ts'
import type { StripeClient } from './client.ts'
import { isMissing } from './failures.ts'
import { makeOnce } from './make-once.ts'
import { listAll } from './pages.ts'
import { Customer as CustomerShape, Identified, pageOf, PaymentMethod, TaxId } from './shapes.ts'

const ofCountry = {
  CH: 'ch_vat',
  LI: 'li_vat',
  NO: 'no_vat',
  IS: 'is_vat',
  GB: 'gb_vat',
} as const

const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ')

/** Makes or changes the record; found again by its address and our reference, should a first try have got lost. */
export async function saveCustomer(
  client: StripeClient,
  customer: Customer,
  id: string | null,
): Promise<{ readonly id: string }> {
  const known = id ?? (await findByReference(client, customer))
  if (known === null) return create(client, customer)
  // The number first: where it is wrong, nothing is changed.
  await saveTaxId(client, known, customer)
  try {
    return await client.ask(Identified, client.api.customers.update(known, paramsOf(customer)))
  } catch (error) {
    if (isMissing(error)) throw new PaymentFailed('conflict', 'STRIPE', 'there is no such customer')
    throw error
  }
}

async function findByReference(client: StripeClient, { email, reference }: Customer): Promise<string | null> {
  const found = await listAll(client, CustomerShape, (page) => client.api.customers.list({ email, ...page }))
  return found.find(({ metadata }) => metadata?.['reference'] === reference)?.id ?? null
}

async function create(client: StripeClient, customer: Customer): Promise<{ readonly id: string }> {
  const taxId = taxIdOf(customer)
  const params = { ...paramsOf(customer), ...(taxId ? { tax_id_data: [taxId] } : {}) }
  // Two processes at once make one record; what was given otherwise since is another call.
  const content = createHash('sha256').update(JSON.stringify(params)).digest('base64url').slice(0, 22)
  const id = await makeOnce(
    `customer:${customer.reference}:${content}`,
    () => findByReference(client, customer),
    async (idempotencyKey) =>
      (await client.ask(Identified, client.api.customers.create(params, { idempotencyKey }))).id,
  )
  return { id }
}

function paramsOf({ reference, name, email, language, address }: Customer) {
  return {
    name,
    email,
    preferred_locales: [language],
    metadata: { reference },
    address: addressParams(address),
  }
}

export function addressParams(address: Customer['address']) {
  return {
    line1: address.line1 ?? '',
    line2: address.line2 ?? '',
    postal_code: address.postalCode ?? '',
    city: address.city ?? '',
    country: address.country ?? '',
  }
}

async function saveTaxId(client: StripeClient, id: string, customer: Customer): Promise<void> {
  const wanted = taxIdOf(customer)
  const there = await listAll(client, TaxId, (page) => client.api.customers.listTaxIds(id, page))
  const isWanted = ({ type, value }: { type: string; value: string }) =>
    type === wanted?.type && plain(value) === plain(wanted.value)
  const [kept, ...again] = there.filter(isWanted)
  if (wanted && !kept) {
    // Of this call alone: a number that was taken away may come back within the day that Stripe remembers a key.
    const idempotencyKey = `tax-id:${randomUUID()}`
    await client.ask(Identified, client.api.customers.createTaxId(id, wanted, { idempotencyKey }))
  }
  for (const old of [...there.filter((one) => !isWanted(one)), ...again])
    await client.ask(Identified, client.api.customers.deleteTaxId(id, old.id)).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
}

const plain = (value: string) => value.replaceAll(/[\s.-]/g, '').toUpperCase()

/** What the customer pays with unless a subscription says otherwise. Null where nothing is on file. */
export async function findPaymentMethod(client: StripeClient, customerId: string): Promise<string | null> {
  const { api } = client
  const { invoice_settings: settings } = await client.ask(CustomerShape, api.customers.retrieve(customerId))
  if (settings?.default_payment_method) return settings.default_payment_method
  const { data } = await client.ask(
    pageOf(PaymentMethod),
    api.customers.listPaymentMethods(customerId, { limit: 1 }),
  )
  return data[0]?.id ?? null
}

type TaxIdType = (typeof ofCountry)[keyof typeof ofCountry] | 'eu_vat'

/** The VAT number as Stripe wants it. Throws PaymentFailed where no number of that country is known. */
export function taxIdOf({
  vat,
  address,
}: Pick<Customer, 'vat' | 'address'>): { type: TaxIdType; value: string } | null {
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
