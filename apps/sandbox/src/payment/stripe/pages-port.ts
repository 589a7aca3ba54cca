import type { FastifyInstance } from 'fastify'

/*
 * What the pages of the stand-in (Stripe.js, the payment element, 3-D Secure, the customer portal, the hosted invoice) may
 * ask of the account. They are served from the port of the API. `stripe-pages/register-pages.ts` exports a function of type
 * `RegisterPages`, under the name `registerPages`; it is called before the routes of the API, which it opens to browsers.
 * `stripe-pages/addresses.ts` has the addresses that the objects of the API carry. Times are seconds since 1970, amounts are
 * in the smallest unit.
 */
export type RegisterPages = (app: FastifyInstance, port: PagesPort) => Promise<void>

export interface PagesPort {
  /** Where this server is reached by a browser, without a slash at the end. */
  readonly url: string
  readonly publishableKey: string
  /** Time of the account's clock, which testers move. */
  now(): number
  /** The intent with this secret; undefined if there is none or the secret is of another. */
  findIntent(id: string, clientSecret: string): PageIntent | undefined
  /** For the 3-D Secure page, whose address has the id and this token instead of the secret. */
  findAuthentication(id: string, token: string): PageIntent | undefined
  /** Confirms with a new card, as `confirm` with `payment_method_data` does. `returnUrl` is where 3-D Secure goes back to. */
  confirmWithCard(intent: PageIntent, card: CardEntry, returnUrl?: string): PageIntent
  /** Confirms with the card that the intent has already, as `handleNextAction` and `confirmCardPayment` do. */
  confirm(intent: PageIntent, returnUrl?: string): PageIntent
  /** What the customer answered the bank. Does nothing where nothing is waiting for an answer. */
  authenticate(intentId: string, approve: boolean): PageIntent
  /** The portal session behind an address; undefined if it is unknown or over (after 24 hours). */
  findPortalSession(id: string): PortalView | undefined
  /** Attaches a card that needs no authentication; throws `CardRefused` where the bank says no. Becomes the default. */
  addDefaultCard(customerId: string, card: CardEntry): PageCard
  setDefaultCard(customerId: string, paymentMethodId: string): void
  /** The subscriptions that are charged to it have none of their own from then on. */
  removeCard(customerId: string, paymentMethodId: string): void
  changeName(customerId: string, name: string): void
  changeAddress(customerId: string, address: Partial<PageAddress>): void
  /** Throws an error with a message for the customer where the number is not one of its type. */
  addTaxId(customerId: string, type: string, value: string): void
  removeTaxId(customerId: string, id: string): void
  cancelAtPeriodEnd(customerId: string, subscriptionId: string): void
  resume(customerId: string, subscriptionId: string): void
  /** By the token in `hosted_invoice_url`. */
  findInvoice(token: string): { invoice: PageInvoice; cards: PageCard[] } | undefined
  /** Pays an open invoice with the customer's default card, or with another. */
  payInvoice(invoiceId: string, card?: CardEntry): PayResult
}

export type PayResult =
  | { outcome: 'paid' }
  | { outcome: 'declined'; message: string }
  /** The customer has to go to the 3-D Secure page of this intent. */
  | { outcome: 'requires_action'; intent: PageIntent }

export interface PageIntent {
  kind: 'setup' | 'payment'
  id: string
  clientSecret: string
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled'
  /** Of a payment only. */
  amount?: number
  currency?: string
  customerId: string | null
  returnUrl: string | null
  /** The page where the customer answers the bank, while the status is requires_action. */
  authenticationUrl: string | null
  error: { type: string; code: string; declineCode: string | null; message: string } | null
  /** The object as `retrieve` with the publishable key shows it, which Stripe.js resolves with. */
  object: Record<string, unknown>
}

/** A card number without blanks, or a token such as `pm_card_visa`. */
export interface CardEntry {
  number: string
  expMonth?: number
  expYear?: number
  cvc?: string
  name?: string
}

export interface PageCard {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  isDefault: boolean
}

export interface PageAddress {
  line1: string
  line2: string
  postal_code: string
  city: string
  country: string
}

export interface PortalView {
  customerId: string
  name: string | null
  email: string | null
  address: Partial<PageAddress>
  taxIds: { id: string; type: string; value: string }[]
  returnUrl: string | null
  cards: PageCard[]
  subscriptions: {
    id: string
    description: string
    status: string
    periodEnd: number
    cancelAt: number | null
  }[]
  invoices: PageInvoice[]
}

export interface PageInvoice {
  id: string
  number: string | null
  status: string
  created: number
  currency: string
  total: number
  amountDue: number
  hostedUrl: string | null
  pdfUrl: string | null
  lines: { description: string; amount: number; quantity: number | null }[]
}

/** The bank or Stripe refuses a card; the message is for the customer. */
export class CardRefused extends Error {
  override name = 'CardRefused'
  readonly code: string
  readonly declineCode: string | null

  constructor(message: string, code: string, declineCode: string | null) {
    super(message)
    this.code = code
    this.declineCode = declineCode
  }
}
