import type { Account } from '../account.ts'
import { StripeError } from '../errors.ts'
import { authenticationUrl } from './next-action.ts'
import { CardRefused } from '../pages-port.ts'
import type { CardEntry, PageIntent } from '../pages-port.ts'
import { authenticatePayment, payInvoice, paymentError } from '../invoices/pay-invoice.ts'
import { createCard } from './payment-methods.ts'
import type { PaymentIntent, PaymentMethod, SetupIntent } from '../resources.ts'
import { authenticateSetup, confirmSetup } from './confirm-setup.ts'
import { shown } from '../shown.ts'

type Intent = SetupIntent | PaymentIntent

export function findIntent(account: Account, id: string): Intent | undefined {
  return account.tables.setupIntents.get(id) ?? account.tables.paymentIntents.get(id)
}

/** As the pages see it. */
export function pageIntent(account: Account, intent: Intent): PageIntent {
  const isSetup = intent.object === 'setup_intent'
  const error = (isSetup ? intent.last_setup_error : intent.last_payment_error) as Record<
    string,
    string
  > | null
  return {
    kind: isSetup ? 'setup' : 'payment',
    id: intent.id,
    clientSecret: intent.client_secret,
    status: intent.status,
    ...(!isSetup && { amount: intent.amount, currency: intent.currency }),
    customerId: intent.customer,
    returnUrl: intent.hidden.returnUrl,
    authenticationUrl: intent.status === 'requires_action' ? authenticationUrl(account, intent) : null,
    error: error && {
      type: error['type'] ?? '',
      code: error['code'] ?? '',
      declineCode: error['decline_code'] ?? null,
      message: error['message'] ?? '',
    },
    object: shown(intent),
  }
}

/** What the customer answered the bank. */
export function authenticate(account: Account, id: string, isApproved: boolean): Intent {
  const setup = account.tables.setupIntents.get(id)
  if (setup) return authenticateSetup(account, setup, isApproved)
  return authenticatePayment(account, account.tables.paymentIntents.need(id), isApproved)
}

/** Confirms with a new card, or with the one that it has. Throws `CardRefused` where the bank says no. */
export function confirmIntent(account: Account, id: string, card?: CardEntry, returnUrl?: string): Intent {
  return asRefusal(() => {
    const method = card && createCard(account, card)
    const setup = account.tables.setupIntents.get(id)
    if (setup) return confirmSetup(account, setup, { method, ...(returnUrl && { returnUrl }) })
    return confirmPayment(account, account.tables.paymentIntents.need(id), method, returnUrl)
  })
}

function confirmPayment(
  account: Account,
  intent: PaymentIntent,
  given: PaymentMethod | undefined,
  returnUrl: string | undefined,
): PaymentIntent {
  const invoice = account.tables.invoices.need(intent.hidden.invoice)
  const method = given ?? account.tables.paymentMethods.get(intent.payment_method)
  const outcome = payInvoice(account, invoice, { method, ...(returnUrl && { returnUrl }) })
  if (outcome === 'paid' || outcome === 'authenticate') return intent
  throw paymentError(account, invoice, outcome, 'invoice')
}

export function asRefusal<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const { code, decline_code: declineCode } = error.more as { code?: string; decline_code?: string }
    throw new CardRefused(error.message, code ?? 'card_declined', declineCode ?? null)
  }
}
