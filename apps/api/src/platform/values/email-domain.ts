import { domainToASCII } from 'node:url'

/**
 * The domain of an email address as the domain name system has it, however it was written: `bücher.ch` is
 * `xn--bcher-kva.ch`. Exactly that one, none above it.
 */
export function domainOf(email: string): string {
  const written = email.slice(email.lastIndexOf('@') + 1)
  return domainToASCII(written).toLowerCase() || written.toLowerCase()
}
