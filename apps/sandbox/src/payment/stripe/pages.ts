import type { Account } from './account.ts'
import { liveCustomer, ownMethod } from './customers/live-customer.ts'
import type { Settings } from './keys.ts'
import { asRefusal, authenticate, confirmIntent, findIntent, pageIntent } from './payments/page-intents.ts'
import { cardsOf, invoiceView, portalView } from './page-views.ts'
import type { PagesPort, PayResult } from './pages-port.ts'
import { paramsOf } from './params.ts'
import { payInvoice, paymentError } from './invoices/pay-invoice.ts'
import { attach, createCard, detach } from './payments/payment-methods.ts'
import { addressFields } from './route.ts'
import { addTaxId, ownTaxId, removeTaxId } from './customers/tax-ids.ts'
import { updateSubscription } from './subscriptions/update-subscription.ts'

/** The account as its pages reach it. What they change is saved and told like a change by the API. */
export function createPages(account: Account, settings: Settings): PagesPort {
  const { tables } = account
  const saved = <T>(act: () => T): T => {
    try {
      return act()
    } finally {
      account.store.save()
    }
  }
  const setDefault = (customerId: string, method: string) => {
    const customer = liveCustomer(account, customerId)
    account.update('customer.updated', customer, ({ invoice_settings: invoiceSettings }) => {
      invoiceSettings.default_payment_method = ownMethod(account, customer, method, 'payment_method')
    })
  }
  const endAt = (customerId: string, subscriptionId: string, cancelAt: 'max_period_end' | '') => {
    const subscription = tables.subscriptions.get(subscriptionId)
    if (subscription?.customer !== customerId) return
    updateSubscription(account, subscription, paramsOf({ cancel_at: cancelAt }))
  }
  return {
    url: account.url,
    publishableKey: settings.publishableKey,
    now: account.now,
    findIntent: (id, secret) => {
      const intent = findIntent(account, id)
      return intent && intent.client_secret === secret ? pageIntent(account, intent) : undefined
    },
    findAuthentication: (id, token) => {
      const intent = findIntent(account, id)
      return intent && intent.hidden.token === token ? pageIntent(account, intent) : undefined
    },
    confirmWithCard: ({ id }, card, returnUrl) =>
      saved(() => pageIntent(account, confirmIntent(account, id, card, returnUrl))),
    confirm: ({ id }, returnUrl) =>
      saved(() => pageIntent(account, confirmIntent(account, id, undefined, returnUrl))),
    authenticate: (id, approve) => saved(() => pageIntent(account, authenticate(account, id, approve))),
    findPortalSession: (id) => portalView(account, id),
    addDefaultCard: (customerId, card) =>
      saved(() => {
        const customer = liveCustomer(account, customerId)
        const { id } = asRefusal(() => attach(account, createCard(account, card, true).id, customer))
        setDefault(customerId, id)
        const added = cardsOf(account, customer).find((one) => one.id === id)
        if (!added) throw new Error('The card was not attached')
        return added
      }),
    setDefaultCard: (customerId, id) => saved(() => setDefault(customerId, id)),
    removeCard: (customerId, id) =>
      saved(() => {
        if (tables.paymentMethods.get(id)?.customer === customerId) detach(account, id)
      }),
    changeName: (customerId, name) =>
      saved(() =>
        account.update('customer.updated', liveCustomer(account, customerId), (row) => (row.name = name)),
      ),
    changeAddress: (customerId, address) =>
      saved(() =>
        account.update('customer.updated', liveCustomer(account, customerId), (row) => {
          const before = row.address ?? Object.fromEntries(addressFields.map((field) => [field, null]))
          row.address = { ...before, ...address }
        }),
      ),
    addTaxId: (customerId, type, value) =>
      void saved(() => addTaxId(account, liveCustomer(account, customerId), paramsOf({ type, value }))),
    removeTaxId: (customerId, id) => saved(() => removeTaxId(account, ownTaxId(account, customerId, id))),
    cancelAtPeriodEnd: (customerId, id) => saved(() => endAt(customerId, id, 'max_period_end')),
    resume: (customerId, id) => saved(() => endAt(customerId, id, '')),
    findInvoice: (token) => {
      const invoice = tables.invoices
        .all()
        .find((one) => one.hidden.token === token && one.status !== 'draft')
      const customer = tables.customers.get(invoice?.customer)
      return invoice && customer
        ? { invoice: invoiceView(invoice), cards: cardsOf(account, customer) }
        : undefined
    },
    payInvoice: (id, card) =>
      saved((): PayResult => {
        const invoice = tables.invoices.need(id)
        const method = card && asRefusal(() => createCard(account, card))
        const outcome = payInvoice(account, invoice, { method, returnUrl: invoice.hosted_invoice_url })
        if (outcome === 'paid') return { outcome }
        const intent = tables.paymentIntents.get(invoice.hidden.paymentIntent)
        if (outcome === 'authenticate' && intent)
          return { outcome: 'requires_action', intent: pageIntent(account, intent) }
        return { outcome: 'declined', message: paymentError(account, invoice, outcome, 'invoice').message }
      }),
  }
}
