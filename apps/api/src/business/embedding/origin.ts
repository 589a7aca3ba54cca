/** Where a developer tries things out; browsers take these for secure without a certificate. */
const isLocal = (host: string) => /^(?:(?:[^.]+\.)*localhost|127\.0\.0\.1)$/.test(host)

/**
 * A website as a browser names it: scheme, host and port, lower case, without the default port. Null for anything else: a
 * path would suggest that only that page may, and a wildcard would allow websites that nobody listed.
 */
export function parseOrigin(given: string): string | null {
  const text = given.trim()
  if (!/^https?:\/\/[^/?#@*\s]+\/?$/i.test(text) || !URL.canParse(text)) return null
  const { protocol, hostname, origin } = new URL(text)
  // What a source list of the content security policy can name (CSP 3, 2.3.1): no IPv6 address and no name that ends with a dot.
  // Browsers pass over the rest, and the frame would stay empty.
  if (!/^[\w-]+(?:\.[\w-]+)*$/.test(hostname)) return null
  return protocol === 'https:' || isLocal(hostname) ? origin : null
}
