import { domainToASCII } from 'node:url'

/** The domain of an email address as it is written there. */
export const writtenDomainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/**
 * The domain of an email address as the domain name system has it, however it was written: `bücher.ch` is
 * `xn--bcher-kva.ch`. Exactly that one, none above it.
 */
export function domainOf(email: string): string {
  const written = writtenDomainOf(email)
  return domainToASCII(written).toLowerCase() || written.toLowerCase()
}
