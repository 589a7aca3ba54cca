// Playwright starts a product for each object of settings, also where two are equal: files share a product by sharing the object.

/** Plans by Chargebee; a free account signs once. */
export const withChargebee = { billing: 'chargebee', settings: { FREE_SIGNATURES: '1' } } as const

/** Plans by Stripe. */
export const withStripe = { billing: 'stripe', settings: { FREE_SIGNATURES: '500' } } as const

/** A new account may send a third of these to one mailbox: two emails an hour. Without plans, as only some include bulk sends. */
export const withFewEmails = { settings: { EMAILS_PER_RECIPIENT: '6' } } as const
