// Paths of the pages, below the address of the API. Objects of the API carry them.

export const scriptPath = '/v3/stripe.js'

/** In the `url` of a session of the customer portal. */
export const portalPath = (sessionId: string): string => `/p/session/${sessionId}`

/** In `hosted_invoice_url`. */
export const invoicePath = (token: string): string => `/i/${token}`

/** In `invoice_pdf`. */
export const invoicePdfPath = (token: string): string => `/i/${token}/pdf`

/** Where the customer answers the bank: in `next_action.redirect_to_url.url`. */
export const authenticationPath = (intentId: string, token: string): string =>
  `${authenticationRoute.replace(':id', intentId)}?token=${token}`

export const authenticationRoute = '/three-d-secure/:id'
