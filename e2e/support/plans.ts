// Playwright starts a product for each object of settings, also where two are equal: files share a product by sharing the object.

/** Plans by Chargebee; a free account signs once. */
export const withChargebee = { billing: 'chargebee', settings: { FREE_SIGNATURES: '1' } } as const

/** Plans by Stripe, and few emails to one mailbox: a new account may send it a third, two an hour. */
export const withStripe = {
  billing: 'stripe',
  settings: { FREE_SIGNATURES: '500', EMAILS_PER_RECIPIENT: '6' },
} as const
