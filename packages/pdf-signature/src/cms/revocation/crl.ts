import { readExtensionMap } from '../certificates/certificate-extensions.ts'
import type { Extension } from '../certificates/certificate-extensions.ts'
import { serialText } from '../certificates/certificate.ts'
import type { Certificate } from '../certificates/certificate.ts'
import { normalForm, sameName } from '../certificates/same-name.ts'
import { guarded } from '../cms-error.ts'
import {
  bits,
  children,
  expectTag,
  readElement,
  readInteger,
  readTime,
  sequenceOf,
} from '../der/der-reader.ts'
import type { Element } from '../der/der-reader.ts'
import { oids } from '../der/object-identifiers.ts'

/** A certificate revocation list (RFC 5280 §5.1). */
export interface Crl {
  readonly raw: Uint8Array
  readonly tbs: Uint8Array
  readonly issuerName: Uint8Array
  readonly thisUpdate: Date
  readonly nextUpdate?: Date
  readonly extensions: ReadonlyMap<string, Extension>
  readonly entries: Uint8Array
  readonly signatureAlgorithm: Element
  readonly signature: Uint8Array
}

/** Reads a CRL from DER; its entries are read only when asked for. Throws CmsError when it is not one. */
export function parseCrl(der: Uint8Array): Crl {
  return guarded('The CRL', () => {
    const whole = readElement(der)
    const [tbs, signatureAlgorithm, signature] = sequenceOf(whole, 'CRL')
    const fields = sequenceOf(tbs, 'CRL body')
    if (fields[0]?.tag === 0x02) fields.shift()
    const [, issuer, thisUpdate, ...rest] = fields
    const nextUpdate = rest[0]?.tag === 0x17 || rest[0]?.tag === 0x18 ? rest.shift() : undefined
    const extensions = rest.find(({ tag }) => tag === 0xa0)
    return {
      raw: whole.raw,
      tbs: expectTag(tbs, 0x30, 'CRL body').raw,
      issuerName: expectTag(issuer, 0x30, 'CRL issuer').raw,
      thisUpdate: readTime(thisUpdate, 'This update'),
      nextUpdate: nextUpdate && readTime(nextUpdate, 'Next update'),
      extensions: readExtensionMap(extensions && children(extensions)[0]),
      entries: rest.find(({ tag }) => tag === 0x30)?.body ?? new Uint8Array(),
      signatureAlgorithm: expectTag(signatureAlgorithm, 0x30, 'Signature algorithm'),
      signature: bits(signature, 'Signature'),
    }
  })
}

export interface CrlEntry {
  readonly revokedAt: Date
  /** CRLReason (RFC 5280 §5.3.1). */
  readonly reason?: number
}

/** The entry of a serial number, if it is on the list. Throws CmsError when the list is malformed up to there. */
export function findCrlEntry(crl: Crl, serialNumber: string): CrlEntry | undefined {
  return guarded('The CRL', () => {
    for (let at = 0; at < crl.entries.length;) {
      const entry = readElement(crl.entries, at)
      at += entry.raw.length
      if (serialText(readElement(entry.body).body) !== serialNumber) continue
      const [, revokedAt, extensions] = sequenceOf(entry, 'CRL entry')
      const reason = readExtensionMap(extensions).get(oids.crlReason)
      return {
        revokedAt: readTime(revokedAt, 'Revocation date'),
        reason: reason && readInteger(readElement(reason.value), 'Revocation reason'),
      }
    }
    return undefined
  })
}

/**
 * Whether the list speaks for certificates of its own issuer of this kind. Delta and indirect lists, and lists for some
 * reasons or attribute certificates only, answer nothing here (RFC 5280 §5.2.4, §5.2.5).
 */
export function coversCertificates(crl: Crl, areAuthorities: boolean): boolean {
  const known: readonly string[] = [oids.issuingDistributionPoint]
  for (const [name, { critical }] of crl.extensions) if (critical && !known.includes(name)) return false
  // [1] onlyContainsUserCerts, [2] onlyContainsCACerts; [3] onlySomeReasons, [4] indirectCRL, [5] attribute certificates.
  return fieldsOfPoint(crl).every(({ tag, body }) => {
    if (tag === 0xa0 || (tag !== 0x83 && body[0] === 0)) return true
    return tag === (areAuthorities ? 0x82 : 0x81)
  })
}

/**
 * Whether this certificate would be on the list if it were revoked: a list of another distribution point says nothing good
 * of it (RFC 5280 §6.3.3 (b)(2)(i)).
 */
export function isListFor(crl: Crl, certificate: Pick<Certificate, 'extensions' | 'issuerName'>): boolean {
  return fieldsOfPoint(crl).every(
    (field) => field.tag !== 0xa0 || hasDistributionPoint(certificate, children(field)[0]),
  )
}

function fieldsOfPoint(crl: Crl): readonly Element[] {
  const point = crl.extensions.get(oids.issuingDistributionPoint)
  return point ? children(readElement(point.value)) : []
}

/**
 * Whether one of the names that a list is published under ([0] fullName, [1] nameRelativeToCRLIssuer) is a distribution point of
 * the certificate; one that names none is on the list that bears its issuer's name.
 */
function hasDistributionPoint(
  { extensions, issuerName }: Pick<Certificate, 'extensions' | 'issuerName'>,
  listed: Element | undefined,
): boolean {
  const own = extensions.get(oids.crlDistributionPoints)
  // [4] directoryName
  if (!own) return namesOf(listed).some(({ tag, body }) => tag === 0xa4 && sameName(body, issuerName))
  const points = children(readElement(own.value)).flatMap((point) => {
    const name = children(point).find(({ tag }) => tag === 0xa0)
    // Without a name of its own, a point has that of its issuer: [2] cRLIssuer.
    return name ? children(name) : children(point).filter(({ tag }) => tag === 0xa2)
  })
  const wanted = new Set(points.flatMap(namesOf).map(comparable))
  return namesOf(listed).some((name) => wanted.has(comparable(name)))
}

/** Directory names in another type, case or spacing are the same (RFC 5280 §7.1). */
const comparable = ({ tag, body, raw }: Element): string =>
  (tag === 0xa4 ? normalForm(body) : null) ?? Buffer.from(raw).toString('latin1')

const namesOf = (point: Element | undefined): readonly Element[] =>
  point === undefined ? [] : point.tag === 0xa1 ? [point] : children(point)
