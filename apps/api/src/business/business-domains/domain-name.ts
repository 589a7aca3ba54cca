import { asciiDomain } from '@countersign/contract/email.ts'
import { getPublicSuffix } from 'tldts'

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * A domain as the domain name system has it: in lower case, letters of other alphabets as xn--. What people paste around
 * it (an address of the web, the part of an email before the @) is left out. Null for what is no domain.
 */
export function readDomain(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^[^@/]*@/, '')
    .replace(/[/?#].*$/, '')
    .replace(/\.$/, '')
  const domain = asciiDomain(bare)
  const labels = domain.split('.')
  const top = labels.at(-1) ?? ''
  const isDomain =
    labels.length >= 2 &&
    domain.length <= 200 &&
    labels.every((part) => label.test(part)) &&
    /^([a-z]{2,}|xn--[a-z0-9-]+)$/.test(top)
  return isDomain ? domain : null
}

/** A suffix under which anybody registers names, such as `co.uk` or `github.io`: nobody's own (publicsuffix.org). */
export function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, { allowPrivateDomains: true }) === domain
}
