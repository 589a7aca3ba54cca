import { decodeLabel } from './punycode.ts'

// One form for each mailbox and each domain (docs/decisions/0109-one-form-of-an-address.md). What is compared, kept and answered is
// in this form; it is made wherever an address comes in.

/** More characters than any domain has. */
const longest = 254

/** Letters of the Latin alphabet that European languages write. Dotless ı, ĸ and long ſ look like others. */
const latin = /^[a-z0-9_\u00DF-\u00F6\u00F8-\u0130\u0132-\u0137\u0139-\u017E\u0218-\u021B-]+$/
const greek = /^[0-9\u0390\u03AC-\u03CE-]+$/
const cyrillic = /^[0-9\u0430-\u045F-]+$/

/**
 * A domain in the form that people read, where it can't be taken for another one: `bücher.ch` for `xn--bcher-kva.ch` and `BÜCHER.ch`.
 * What mixes alphabets, or uses letters that aren't read here, is in the form of the domain name system (xn--).
 */
export function canonicalDomain(given: string): string {
  const ascii = asciiDomain(given)
  if (!ascii.includes('xn--')) return ascii
  const labels = ascii.split('.').map((label) => decodeLabel(label) ?? label)
  const isReadable = [latin, greek, cyrillic].some((alphabet) =>
    labels.every((label) => alphabet.test(label)),
  )
  const readable = labels.join('.')
  return isReadable && asciiDomain(readable) === ascii ? readable : ascii
}

/** A domain as the domain name system has it (UTS 46, as browsers apply it). What is none stays as it is, in lower case. */
export function asciiDomain(given: string): string {
  const written = given.normalize('NFC').toLowerCase()
  // A URL's parser takes more than a domain: what begins a path, a port, a user, or an escape.
  const isPlain = /^[a-z0-9._-]*$/.test(written)
  if (isPlain || written.length > longest || /[\s/?#%:@\\[\]<>^|]/.test(written)) return written
  // Unlike `url.domainToASCII`, there in browsers.
  return URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : written
}

/** The domain of an email address, as it is written there. */
export const writtenDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** An email address in the one form that its mailbox has here. What is no address comes back trimmed and in lower case. */
export function canonicalEmail(given: string): string {
  const written = given.trim().normalize('NFC').toLowerCase().normalize('NFC')
  const at = written.lastIndexOf('@')
  return at < 0 ? written : written.slice(0, at + 1) + canonicalDomain(written.slice(at + 1))
}

/** Whether these are one mailbox, however they are written. */
export const isSameMailbox = (one: string, other: string): boolean =>
  canonicalEmail(one) === canonicalEmail(other)
