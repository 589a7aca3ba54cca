/** The service's address that leads to the provider, with where to come back to. */
export function providerAddress(url: string, returnTo: string, origin: string): string {
  const address = new URL(url, origin)
  address.searchParams.set('return_to', returnTo)
  return address.href
}

/**
 * Tells the service, at once and no page of another site, that the email in this address was entered here: a link with it is led to
 * the sign-in page.
 */
export function enteredEmailCookie(address: string): string {
  const { pathname, protocol, searchParams } = new URL(address)
  const email = encodeURIComponent(searchParams.get('email') ?? '')
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `countersign.company-sign-in=${email}; Path=${pathname}; Max-Age=120; SameSite=Strict${secure}`
}
