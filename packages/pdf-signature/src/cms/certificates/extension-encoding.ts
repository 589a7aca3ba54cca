import { createHash } from 'node:crypto'
import { keyUsageBits } from './certificate-extensions.ts'
import { bits, children, readElement } from '../der/der-reader.ts'
import {
  boolean,
  explicit,
  implicit,
  integer,
  namedBits,
  nullValue,
  octetString,
  oid,
  sequence,
} from '../der/der-writer.ts'
import { oids } from '../der/object-identifiers.ts'

/** An Extension (RFC 5280 §4.2) around the DER of its value. */
export function extension(type: string, value: Uint8Array, critical = false): Uint8Array {
  return critical
    ? sequence(oid(type), boolean(true), octetString(value))
    : sequence(oid(type), octetString(value))
}

/** basicConstraints of an authority, critical; `pathLength` authorities may be below it. */
export const authorityConstraints = (pathLength?: number): Uint8Array =>
  extension(
    oids.basicConstraints,
    sequence(boolean(true), ...(pathLength === undefined ? [] : [integer(pathLength)])),
    true,
  )

/** keyUsage, critical. */
export const keyUsage = (...uses: readonly (keyof typeof keyUsageBits)[]): Uint8Array =>
  extension(oids.keyUsage, namedBits(uses.map((use) => keyUsageBits[use])), true)

/** extendedKeyUsage; critical where time-stamping demands it (RFC 3161 §2.3). */
export const extendedKeyUsage = (purposes: readonly string[], critical = false): Uint8Array =>
  extension(oids.extendedKeyUsage, sequence(...purposes.map(oid)), critical)

/** Key identifier by method 1 of RFC 5280 §4.2.1.2, from an encoded SubjectPublicKeyInfo. */
export const keyIdentifier = (publicKeyInfo: Uint8Array): Uint8Array =>
  createHash('sha1')
    .update(bits(children(readElement(publicKeyInfo))[1], 'Public key'))
    .digest()

export const subjectKeyIdentifier = (identifier: Uint8Array): Uint8Array =>
  extension(oids.subjectKeyIdentifier, octetString(identifier))

export const authorityKeyIdentifier = (identifier: Uint8Array): Uint8Array =>
  extension(oids.authorityKeyIdentifier, sequence(implicit(0, identifier)))

/** Where to get the issuer's certificate, and where to ask for the status when there is a responder. */
export const authorityInformationAccess = ({ issuer, ocsp }: { issuer: string; ocsp?: string }): Uint8Array =>
  extension(
    oids.authorityInformationAccess,
    sequence(
      ...(ocsp ? [sequence(oid(oids.ocsp), uri(ocsp))] : []),
      sequence(oid(oids.caIssuers), uri(issuer)),
    ),
  )

export const crlDistributionPoint = (url: string): Uint8Array =>
  extension(oids.crlDistributionPoints, sequence(sequence(explicit(0, explicit(0, uri(url))))))

export const certificatePolicies = (...policies: readonly string[]): Uint8Array =>
  extension(oids.certificatePolicies, sequence(...policies.map((policy) => sequence(oid(policy)))))

/** subjectAltName with a mailbox (RFC 5280 §4.2.1.6), which is ASCII by definition. */
export const mailboxName = (email: string): Uint8Array =>
  extension(oids.subjectAlternativeName, sequence(implicit(1, Buffer.from(email, 'latin1'))))

/** RFC 6960 §4.2.2.2.1: the responder's own certificate is short enough of life not to be checked. */
export const ocspNoCheck = (): Uint8Array => extension(oids.ocspNoCheck, nullValue())

/** RFC 9608 §2: nobody says whether it was revoked. */
export const noRevAvail = (): Uint8Array => extension(oids.noRevAvail, nullValue())

/** ETSI EN 319 412-1 §5.2.2: it ends before it could be revoked. */
export const validityAssuredShortTerm = (): Uint8Array =>
  extension(oids.validityAssuredShortTerm, nullValue())

const uri = (address: string): Uint8Array => implicit(6, Buffer.from(address, 'latin1'))
