import type { ServiceHealth } from '#api/providers/http-client/circuit-breaker.ts'

// Who takes the money. Amounts are in the smallest unit of the currency; times are Dates.

export type PaymentProviderName = 'STRIPE' | 'CHARGEBEE'
export type PaidPlan = 'individual' | 'team' | 'pro' | 'scale' | 'enterprise'
export type Cycle = 'month' | 'year'
export type Currency = 'CHF' | 'EUR'
export type CountedQuality = 'ses' | 'aes' | 'qes' | 'seal'
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'paused'

/** A price by what it is for; `lookupKey` is `<plan>_<cycle>_<currency>`, in lower case. */
export interface PlanPrice {
  readonly plan: PaidPlan
  readonly cycle: Cycle
  readonly currency: Currency
  readonly amount: number
}
/** Of one signature beyond the included; `lookupKey` is `extra_<quality>_<currency>`. */
export interface ExtraPrice {
  readonly quality: CountedQuality
  readonly currency: Currency
  readonly amount: number
}
export interface PriceList {
  readonly plans: readonly PlanPrice[]
  readonly extras: readonly ExtraPrice[]
}

/** Who pays. The provider's record of it carries `reference`, by which it is found again after a crash. */
export interface Customer {
  /** Our own: `business:<id>` or `account:<id>`. */
  readonly reference: string
  readonly name: string
  readonly email: string
  readonly language: 'en' | 'de' | 'fr' | 'it'
  readonly address: {
    readonly line1?: string | null
    readonly line2?: string | null
    readonly postalCode?: string | null
    readonly city?: string | null
    readonly country?: string | null
  }
  readonly vat?: string | null
}

export interface PaymentSetup {
  /** For the provider's element in the page. */
  readonly clientSecret: string | null
  /** Or a page of the provider, which comes back to the given address. */
  readonly redirectUrl: string | null
}

export interface SubscriptionWish {
  readonly plan: PaidPlan
  readonly cycle: Cycle
  readonly currency: Currency
  readonly seats: number
  /** The provider's id of the promotion, as `findPromotion` gave it. */
  readonly promotionId?: string | null
  /** So that what is charged is what was shown. */
  readonly prorationDate?: Date | null
}

export interface AmountDue {
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
  readonly total: number
}
export interface Preview {
  readonly currency: Currency
  readonly dueToday: AmountDue
  readonly nextPeriod: { readonly at: Date; readonly total: number }
  readonly lines: readonly {
    /** Of seats of this plan; null of anything else, which only the provider's description says, in its own language. */
    readonly plan: PaidPlan | null
    readonly description: string
    readonly amount: number
    readonly quantity: number | null
    readonly proration: boolean
    readonly startAt: Date
    readonly endAt: Date
  }[]
  readonly prorationDate: Date
}

export interface Promotion {
  readonly id: string
  readonly code: string
  readonly percentOff: number | null
  readonly amountOff: number | null
  readonly currency: Currency | null
  readonly expiresAt: Date | null
}

export interface AppliedDiscount {
  readonly promoCode: string
  readonly status: 'ACTIVE' | 'USED_UP'
  readonly expiresAt: Date | null
  readonly percentOff: number | null
  readonly amountOff: number | null
}

/** A subscription as the provider has it now. */
export interface SubscriptionState {
  readonly id: string
  readonly status: SubscriptionStatus
  readonly plan: PaidPlan
  readonly cycle: Cycle
  readonly currency: Currency
  /** Paid for now; fewer from the next period on, where that was asked for. */
  readonly seats: number
  readonly nextSeats: number | null
  /** What a seat costs each period, before discounts and tax; null where the provider does not say. */
  readonly seatPrice: number | null
  readonly startedAt: Date
  readonly periodStart: Date
  readonly periodEnd: Date
  readonly cancelAt: Date | null
  readonly endedAt: Date | null
  readonly discounts: readonly AppliedDiscount[]
  /** The id of the order that made it; null where it was made at the provider. */
  readonly orderId: string | null
  /** Something waits for the customer’s bank: its secret for the provider’s element in the page. */
  readonly actionSecret: string | null
  /** The provider's code for why the last payment failed. */
  readonly errorCode: string | null
}
export interface CustomerState {
  readonly customerId: string
  readonly hasPaymentMethod: boolean
  /** All of them, also those that have ended. */
  readonly subscriptions: readonly SubscriptionState[]
}

export interface ProviderInvoice {
  readonly id: string
  readonly number: string | null
  readonly status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  readonly at: Date
  readonly currency: Currency
  readonly total: number
  readonly due: number
  readonly pageUrl: string | null
  readonly pdfUrl: string | null
}

export interface UsageEvent {
  /** Of the signing, as in its evidence: the same for each try, so that it is charged once. */
  readonly id: string
  readonly customerId: string
  readonly subscriptionId: string
  readonly quality: CountedQuality
  readonly currency: Currency
  readonly at: Date
}

/**
 * How long the provider knows the id of a usage again: for ever, or for so many milliseconds. Who does not know after that
 * whether a usage was recorded asks how many there are of the customer and the quality in the minute of `at`.
 */
export type UsageMemory =
  | { readonly kind: 'for ever' }
  | {
      readonly kind: 'limited'
      readonly milliseconds: number
      readonly count: CountUsage
    }

/** How many were counted from `from` until just before `to`, which are whole minutes. */
export type CountUsage = (
  usage: Pick<UsageEvent, 'customerId' | 'quality'> & { readonly from: Date; readonly to: Date },
) => Promise<number>

export interface Webhook {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The bytes as they came: the signature is over them. */
  readonly rawBody: Uint8Array
}
/** That something moved. What moved is asked for: never written from here. */
export interface WebhookEvent {
  readonly id: string
  readonly type: string
  /** Null where the event is about no customer. */
  readonly customerId: string | null
}

/**
 * Takes payments for plans. Every call that changes something takes a `key` of ours: the same key is the same
 * operation, however often it is retried. Failures are a PaymentFailed.
 */
export interface PaymentProvider {
  readonly name: PaymentProviderName
  /** Whether tax may come on top of its prices. */
  readonly addsTax: boolean
  /** For the provider's element in the page; null where it has none. */
  readonly browser: { readonly publishableKey: string; readonly scriptUrl: string | null } | null
  /** Those of our lookup keys that the provider has. */
  listPrices(): Promise<PriceList>
  /** Makes those that are missing; a price that is there is left as it is. Answers the lookup keys that were made. */
  setUpPrices(list: PriceList): Promise<readonly string[]>
  /** Makes the customer's record, or changes it. `id` null: looked for by its reference, and made where there is none. */
  saveCustomer(customer: Customer, id: string | null): Promise<{ readonly id: string }>
  createSetup(setup: {
    readonly customerId: string
    readonly currency: Currency
    /** Where a page of the provider comes back to. */
    readonly returnUrl: string
    readonly key: string
  }): Promise<PaymentSetup>
  /** With `subscriptionId`, of a change of that one. Tax is the provider's, as it will be charged. */
  preview(wish: SubscriptionWish & PreviewFor): Promise<Preview>
  /**
   * Buys a plan. `orderId` is kept with the subscription. Answers also where the payment waits for the customer's bank
   * (`incomplete`, with `actionSecret`); a provider that cannot wait throws `authentication_required`. What is declined
   * leaves nothing that could be paid later, and stays declined: another try is another order.
   */
  subscribe(
    wish: SubscriptionWish & {
      readonly customerId: string
      readonly orderId: string
      readonly setupReference: string | null
      readonly key: string
    },
  ): Promise<SubscriptionState>
  /**
   * Another plan, cycle or number of seats. More holds at once, prorated; fewer seats alone from the next period on. Where
   * the payment waits for the customer's bank, the state is the one before, with `actionSecret`; a provider that cannot
   * wait throws `authentication_required`. Another wish takes the place of one that waits. `prorationDate` has to lie in
   * the period that runs, and is passed over by a provider that has no such thing (Chargebee).
   */
  change(
    wish: SubscriptionWish & {
      readonly customerId: string
      readonly subscriptionId: string
      readonly setupReference: string | null
      readonly key: string
    },
  ): Promise<SubscriptionState>
  cancelAtPeriodEnd(subscriptionId: string, key: string): Promise<SubscriptionState>
  revokeCancellation(subscriptionId: string, key: string): Promise<SubscriptionState>
  /** Ends it at once, without a refund: an order that was not paid, or a business that is deleted. */
  cancelNow(subscriptionId: string, key: string): Promise<void>
  /** Throws a PaymentFailed with `promo_…` where it does not hold for this plan and currency. */
  findPromotion(
    code: string,
    choice: { readonly plan: PaidPlan; readonly cycle: Cycle; readonly currency: Currency },
  ): Promise<Promotion>
  /** A promotion that any number of customers may use once each: the discount of the referral programme. */
  ensureReferralPromotion(percentOff: number): Promise<Promotion>
  openPortal(customerId: string, returnUrl: string): Promise<{ readonly url: string }>
  listInvoices(
    customerId: string,
    page: { readonly size: number; readonly after: string | null },
  ): Promise<{ readonly invoices: readonly ProviderInvoice[]; readonly more: boolean }>
  /** Charged once for each id; an id that was taken before is no error, as long as it is remembered (`usageMemory`). */
  recordUsage(event: UsageEvent): Promise<void>
  readonly usageMemory: UsageMemory
  /** How it is now. Null where the provider knows no such customer. */
  fetchState(customerId: string): Promise<CustomerState | null>
  /** Throws WebhookRefused unless the provider sent it just now. */
  readWebhook(webhook: Webhook): WebhookEvent
  health(): ServiceHealth
}

export interface PreviewFor {
  /** Null: a customer of whom the provider does not know yet. */
  readonly customerId: string | null
  readonly subscriptionId: string | null
  /** By what tax is computed, where the order will change it; left out: what the provider has of the customer. */
  readonly buyer?: TaxLocation
}

/** Where the customer is and its VAT number, null for none: what tax depends on. */
export type TaxLocation = Pick<Customer, 'address'> & { readonly vat: string | null }

/** The providers that are set up; `forNew` takes new customers, and is null where the installation has no billing. */
export interface PaymentProviders {
  readonly forNew: PaymentProvider | null
  named(name: string): PaymentProvider | null
  all(): readonly PaymentProvider[]
}

export type PaymentFailureKind =
  /** Not reachable or out of order; the same may be asked again with the same key. */
  | 'unavailable'
  /**
   * It failed on the provider's side, and its key is answered with that failure from now on. Whether it had an effect is seen
   * in the provider's state; where it had none, the same may be asked with another key.
   */
  | 'key_spent'
  /** It does not know this installation, or a price is missing there. */
  | 'misconfigured'
  | 'declined'
  /** The customer's bank wants to be asked, and the customer is not there. */
  | 'authentication_required'
  | 'vat_malformed'
  | 'promo_unknown'
  | 'promo_expired'
  | 'promo_used_up'
  | 'promo_not_for_plan'
  | 'currency_fixed'
  /** Of another state than we thought: sync first. */
  | 'conflict'
  /** It will not; a mistake of ours. */
  | 'refused'
  /** Its answer is not one to believe. */
  | 'answer_invalid'

/** `reason` holds the provider's codes and no personal data, key or address. */
export class PaymentFailed extends Error {
  override readonly name = 'PaymentFailed'
  readonly code: PaymentFailureKind
  readonly provider: PaymentProviderName
  readonly reason: string

  constructor(
    code: PaymentFailureKind,
    provider: PaymentProviderName,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`${provider}: ${reason}`, options)
    this.code = code
    this.provider = provider
    this.reason = reason
  }
}

/** It may have been done all the same. */
export const isOutage = ({ code }: PaymentFailed): boolean => code === 'unavailable' || code === 'key_spent'

/** Not the provider's, or not from now: answered as something that is not known, and changes nothing. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}
