import { findIdentityProvider } from '@countersign/contract/single-sign-on.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { enteredEmailCookie, providerAddress } from './provider-address.ts'

/** Leads the browser to the sign-in of the email's company. Answers false where there is none for its domain. */
export async function leadToCompany(email: string, returnTo: string): Promise<boolean> {
  try {
    const { url } = await call(findIdentityProvider, { body: { email } })
    const address = providerAddress(url, returnTo, location.origin)
    document.cookie = enteredEmailCookie(address)
    location.assign(address)
    return true
  } catch (refusal) {
    if (isCallError(refusal, 'not_found')) return false
    throw refusal
  }
}
