import { createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readExtensions } from './certificate-extensions.ts'
import type { CertificateExtensions } from './certificate-extensions.ts'
import { CmsError, guarded } from '../cms-error.ts'
import { bits, children, expectTag, readElement, readTime, sequenceOf } from '../der/der-reader.ts'
import type { Element } from '../der/der-reader.ts'
import { nameText } from './distinguished-name.ts'

/** What is read of an X.509 certificate (RFC 5280 §4.1). Byte fields are views on `raw`, exactly as encoded. */
export interface Certificate extends CertificateExtensions {
  readonly raw: Uint8Array
  /** The part that is signed. */
  readonly tbs: Uint8Array
  readonly signatureAlgorithm: Element
  readonly signature: Uint8Array
  /** Subject and issuer as people write them, most specific first. */
  readonly subject: string
  readonly issuer: string
  /** The encoded names. */
  readonly subjectName: Uint8Array
  readonly issuerName: Uint8Array
  /** Lower-case hexadecimal, without leading zeros. */
  readonly serialNumber: string
  /** The encoded INTEGER. */
  readonly serial: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
  /** SubjectPublicKeyInfo, encoded. */
  readonly publicKeyInfo: Uint8Array
}

/**
 * Reads, and remembers by its encoding what it has read, the newest of each kind. What is larger than usual is read each time.
 */
function remembering<Read>(
  read: (der: Uint8Array) => Read,
  { usualSize }: { readonly usualSize: number },
): (der: Uint8Array) => Read {
  const remembered = new Map<string, Read>()
  return (der) => {
    if (der.length > usualSize) return read(der)
    const encoded = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('latin1')
    const known = remembered.get(encoded)
    if (known !== undefined) return known
    // A copy: what is read may be views on it, which would keep the whole file.
    const result = read(Uint8Array.from(der))
    const [oldest] = remembered.keys()
    if (remembered.size >= rememberedAtMost && oldest !== undefined) remembered.delete(oldest)
    remembered.set(encoded, result)
    return result
  }
}

const rememberedAtMost = 200

/**
 * Reads a certificate from DER. Bytes after it are ignored. The same bytes give the same object, as long as it is remembered:
 * those of authorities are in every signature, and what was verified of one is kept with it (`isIssuedBy`).
 * Throws CmsError when it is not one.
 */
export const parseCertificate = remembering(readCertificate, { usualSize: 4096 })

function readCertificate(der: Uint8Array): Certificate {
  return guarded('The certificate', () => {
    const whole = readElement(der)
    const [tbs, signatureAlgorithm, signature] = sequenceOf(whole, 'Certificate')
    const fields = sequenceOf(tbs, 'Certificate body')
    if (fields[0]?.tag === 0xa0) fields.shift()
    const [serial, , issuer, validity, subject, publicKeyInfo, ...rest] = fields
    const [notBefore, notAfter] = sequenceOf(validity, 'Validity')
    const issuerName = expectTag(issuer, 0x30, 'Issuer').raw
    const subjectName = expectTag(subject, 0x30, 'Subject').raw
    const extensions = rest.find(({ tag }) => tag === 0xa3)
    return {
      ...readExtensions(extensions && children(extensions)[0]),
      raw: whole.raw,
      tbs: expectTag(tbs, 0x30, 'Certificate body').raw,
      signatureAlgorithm: expectTag(signatureAlgorithm, 0x30, 'Signature algorithm'),
      signature: bits(signature, 'Signature'),
      subject: nameText(subjectName),
      issuer: nameText(issuerName),
      subjectName,
      issuerName,
      serialNumber: serialText(expectTag(serial, 0x02, 'Serial number').body),
      serial: expectTag(serial, 0x02, 'Serial number').raw,
      notBefore: readTime(notBefore, 'Not before'),
      notAfter: readTime(notAfter, 'Not after'),
      publicKeyInfo: expectTag(publicKeyInfo, 0x30, 'Public key').raw,
    }
  })
}

/** Serial number from the contents of its INTEGER, as lower-case hexadecimal without leading zeros. Throws CmsError. */
export function serialText(body: Uint8Array): string {
  // X.690 §8.3.1
  if (body.length === 0) throw new CmsError('malformed', 'A serial number has no bytes')
  return Buffer.from(body)
    .toString('hex')
    .replace(/^(00)+(?=.)/, '')
}

/** Reading a key takes as long as using it. RSA of 8192 bits has some 1,050 bytes. */
const keyOf = remembering(readPublicKey, { usualSize: 1200 })

/** The certificate's key. Throws CmsError when it is of a kind that cannot be used. */
export const publicKeyOf = ({ publicKeyInfo }: Certificate): KeyObject => keyOf(publicKeyInfo)

function readPublicKey(publicKeyInfo: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(publicKeyInfo), format: 'der', type: 'spki' })
  } catch (error) {
    throw new CmsError('unsupported', 'The public key is of a kind that cannot be used', { cause: error })
  }
}

/** Contents of the key's BIT STRING, which OCSP and key identifiers hash (RFC 6960 §4.1.1). */
export const publicKeyBits = (certificate: Certificate): Uint8Array =>
  bits(children(readElement(certificate.publicKeyInfo))[1], 'Public key')

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0
