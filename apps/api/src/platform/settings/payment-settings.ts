/** What an account at Stripe gives. */
export interface StripeSettings {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  /** Stripe Tax computes and charges tax; without it none is charged. */
  readonly tax?: boolean | undefined
  /** In place of Stripe's own address; without a slash at the end. */
  readonly apiUrl?: string | undefined
  /** In place of the address of Stripe's script. */
  readonly scriptUrl?: string | undefined
}

/** What a site at Chargebee gives. */
export interface ChargebeeSettings {
  readonly site: string
  readonly apiKey: string
  readonly webhookUser: string
  readonly webhookPassword: string
  /** In place of the site's own address; without a slash at the end. */
  readonly apiUrl?: string | undefined
}

export interface PaymentSettings {
  readonly stripe?: StripeSettings | undefined
  readonly chargebee?: ChargebeeSettings | undefined
  /** Takes new customers where both are set up. */
  readonly forNew?: 'stripe' | 'chargebee' | undefined
}
