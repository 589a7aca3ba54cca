import { CmsError } from '../cms-error.ts'
import { children, expectTag, readElement, readOid } from '../der/der-reader.ts'
import type { Element } from '../der/der-reader.ts'
import { sameBytes } from './certificate.ts'
import type { Certificate } from './certificate.ts'

/**
 * Whether two encoded names are the same (RFC 5280 §7.1): attributes of PrintableString and UTF8String are compared without regard to
 * their type, case and insignificant spaces, all others byte for byte. An authority's own certificate and those it issues may have
 * its name in two ways.
 */
export function sameName(a: Uint8Array, b: Uint8Array): boolean {
  if (sameBytes(a, b)) return true
  const normal = normalForm(a)
  return normal !== null && normal === normalForm(b)
}

/** Subject and issuer are the same name; whether it also signed itself only its signature tells. */
export const isSelfIssued = ({ subjectName, issuerName }: Certificate): boolean =>
  sameName(subjectName, issuerName)

/** Among the many certificates of trusted lists each name is read once. */
const known = new WeakMap<Uint8Array, string | null>()

/** Of two names the same if they are. Null where it can't be read: then it is the same as no other. */
export function normalForm(name: Uint8Array): string | null {
  const before = known.get(name)
  if (before !== undefined) return before
  const found = readNormalForm(name)
  known.set(name, found)
  return found
}

function readNormalForm(name: Uint8Array): string | null {
  try {
    const sets = children(expectTag(readElement(name), 0x30, 'Name'))
    // The order of relative names counts, that of the attributes within one doesn't (X.501 §9.3).
    return JSON.stringify(sets.map((set) => children(set).map(normalAttribute).sort()))
  } catch (error) {
    if (error instanceof CmsError || error instanceof TypeError) return null
    throw error
  }
}

function normalAttribute(attribute: Element): string {
  const [type, value] = children(attribute)
  return `${readOid(type, 'Name attribute')}=${value ? normalValue(value) : ''}`
}

function normalValue({ tag, raw, body }: Element): string {
  if (tag !== 0x0c && tag !== 0x13) return `#${Buffer.from(raw).toString('hex')}`
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  // An approximation of RFC 4518 §2 (normalised, case folded, without insignificant spaces). Where it errs, names count as different:
  // it maps fewer characters to nothing or to others.
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
