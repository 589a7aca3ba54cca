import { domainToUnicode } from 'node:url'
import { asciiDomain, canonicalEmail, writtenDomain } from '@countersign/contract/email.ts'

/**
 * How a mailbox may be kept, its canonical form first: earlier releases kept an address as it was written, and those are converted by a
 * job. Of nearly all addresses it is that form alone.
 */
export function spellingsOf(given: string): string[] {
  const email = canonicalEmail(given)
  if (/^[\x01-\x7f]*$/.test(email) && !email.includes('xn--')) return [email]
  const local = email.slice(0, email.lastIndexOf('@') + 1)
  const ascii = asciiDomain(writtenDomain(email))
  const spellings = [email, local + ascii, local + domainToUnicode(ascii)]
  return [...new Set([...spellings, ...spellings.map((one) => one.normalize('NFD'))])]
}

/** An address as it is kept, and the canonical form that it gets. */
export interface RespelledAddress {
  readonly from: string
  readonly to: string
}
