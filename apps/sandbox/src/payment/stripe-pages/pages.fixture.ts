import { createCatalog, createCustomer, openAccount } from '../stripe/stripe.fixture.ts'

/** An account whose customer has a card, with what its pages are about. Clocks are at 1 April 2026. */
export async function openPages() {
  const account = await openAccount()
  const { client, settings } = account
  const ids = await createCatalog(account)
  const customer = await createCustomer(account)
  const items = [{ price: ids['gold-month'] ?? '', quantity: 2 }]
  /** For two seats at 20 francs; the customer has not paid yet. */
  const subscribeUnpaid = async () => {
    const { id, latest_invoice: invoice } = await client.subscriptions.create({
      customer,
      items,
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    })
    const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined
    if (typeof invoice !== 'object' || !invoice?.hosted_invoice_url || !invoice.invoice_pdf || !secret)
      throw new Error('The invoice is not complete')
    const { hosted_invoice_url: address, invoice_pdf: pdf } = invoice
    return { id, invoice: { id: invoice.id ?? '', address, pdf }, clientSecret: secret }
  }
  return {
    ...account,
    url: settings.apiUrl,
    key: settings.publishableKey,
    customer,
    subscribe: () => client.subscriptions.create({ customer, items }),
    subscribeUnpaid,
    createSetup: async () => {
      const { id, client_secret: clientSecret } = await client.setupIntents.create({ customer })
      return { id, clientSecret: clientSecret ?? '' }
    },
    openPortal: async () => {
      const returnUrl = 'http://127.0.0.1:1/billing'
      return (await client.billingPortal.sessions.create({ customer, return_url: returnUrl })).url
    },
  }
}
