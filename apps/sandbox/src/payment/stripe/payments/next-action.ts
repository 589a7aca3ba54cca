import { randomBytes } from 'node:crypto'
import type { Account } from '../account.ts'
import { authenticationPath } from '../../stripe-pages/addresses.ts'
import type { PaymentIntent, SetupIntent } from '../resources.ts'

export const newToken = (): string => randomBytes(18).toString('base64url')

/** The page where the customer answers the bank. */
export const authenticationUrl = (account: Account, intent: SetupIntent | PaymentIntent): string =>
  account.url + authenticationPath(intent.id, intent.hidden.token)

/** With an address to return to the browser goes to the bank's page; without one Stripe.js shows it. */
export function nextAction(account: Account, intent: SetupIntent | PaymentIntent): object {
  const url = authenticationUrl(account, intent)
  const { returnUrl } = intent.hidden
  return returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
}
