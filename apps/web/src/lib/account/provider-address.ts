/** The service's address that leads to the provider, with where to come back to. */
export function providerAddress(url: string, returnTo: string, origin: string): string {
  const address = new URL(url, origin)
  address.searchParams.set('return_to', returnTo)
  return address.href
}
