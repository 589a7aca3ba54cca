import { asciiDomain, writtenDomain } from '@countersign/contract/email.ts'

/**
 * The domain of an email address as the domain name system has it, however it was written: `bücher.ch` is
 * `xn--bcher-kva.ch`. Exactly that one, none above it.
 */
export const domainOf = (email: string): string => asciiDomain(writtenDomain(email))
