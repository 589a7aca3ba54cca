import { createHash } from 'node:crypto'
import { verifySignature } from '../algorithm.ts'
import { signatureStrengths, weakestAt } from '../algorithm-strength.ts'
import { keyUsageBits } from '../certificates/certificate-extensions.ts'
import { publicKeyBits, publicKeyOf, sameBytes } from '../certificates/certificate.ts'
import type { Certificate } from '../certificates/certificate.ts'
import { sameName } from '../certificates/same-name.ts'
import { attempt } from '../cms-error.ts'
import { coversCertificates, findCrlEntry, isListFor, parseCrl } from './crl.ts'
import type { Crl } from './crl.ts'
import { oids } from '../der/object-identifiers.ts'
import { matchesCertificate, parseOcspResponse } from './ocsp.ts'
import type { OcspResponse } from './ocsp.ts'

export interface RevocationStatus {
  /** `none` for a certificate whose issuer publishes none, and that needs none (RFC 9608 §4, ETSI EN 319 412-1 §5.2.2). */
  readonly status: 'good' | 'revoked' | 'unknown' | 'none'
  /** Where it was read; `none` when nothing usable speaks of the certificate. */
  readonly source: 'ocsp' | 'crl' | 'none'
  readonly revokedAt?: Date
  /** CRLReason (RFC 5280 §5.3.1). */
  readonly reason?: number
  readonly thisUpdate?: Date
  readonly nextUpdate?: Date
}

/** OCSP responses and CRLs, parsed once for a whole path. */
export interface RevocationMaterial {
  readonly ocsps: readonly OcspResponse[]
  readonly crls: readonly Crl[]
}

/** Parses what can be parsed; pieces of a DSS that are broken prove nothing and are passed over. */
export function parseRevocationMaterial(material: {
  readonly ocsps: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
}): RevocationMaterial {
  return {
    ocsps: material.ocsps.flatMap((der) => attempt(() => parseOcspResponse(der)) ?? []),
    crls: material.crls.flatMap((der) => attempt(() => parseCrl(der)) ?? []),
  }
}

/**
 * Status of a certificate at a time, from responses and lists that its issuer signed or had signed. Revoked after that
 * time is good at that time; of several dates the earliest counts, for an issuer may learn only later since when others had
 * the key. Material must still have been current at that time or be newer, and older than the certificate's end, after
 * which an issuer may forget it (RFC 5280 §3.3).
 */
export function revocationStatus(
  certificate: Certificate,
  issuer: Certificate,
  at: Date,
  material: RevocationMaterial,
): RevocationStatus {
  const found = [
    ...material.ocsps.flatMap(
      (response) => attempt(() => statusFromOcsp(certificate, issuer, response, material)) ?? [],
    ),
    ...material.crls.flatMap((crl) => attempt(() => statusFromCrl(certificate, issuer, crl)) ?? []),
  ]
  const [revoked] = found
    .filter(({ status }) => status === 'revoked')
    .toSorted((a, b) => Number(a.revokedAt) - Number(b.revokedAt))
  if (revoked) return revoked.revokedAt && revoked.revokedAt > at ? { ...revoked, status: 'good' } : revoked
  // The times of a response are whole seconds, and RFC 6960 §4.2.2.1 lets a responder leave nextUpdate out.
  const second = new Date(Math.floor(at.getTime() / 1000) * 1000)
  const usable = found.filter(
    ({ status, thisUpdate, nextUpdate }) =>
      status === 'good' &&
      thisUpdate !== undefined &&
      thisUpdate <= certificate.notAfter &&
      (thisUpdate >= second || (nextUpdate !== undefined && nextUpdate >= at)),
  )
  const newest = usable.toSorted((a, b) => Number(b.thisUpdate) - Number(a.thisUpdate))[0]
  const status = certificate.revocationData === 'none' ? 'none' : 'unknown'
  return newest ?? { status, source: 'none' }
}

function statusFromOcsp(
  certificate: Certificate,
  issuer: Certificate,
  response: OcspResponse,
  material: RevocationMaterial,
): RevocationStatus | undefined {
  const single = response.responses.find(({ id }) => matchesCertificate(id, certificate, issuer))
  if (!single) return undefined
  const responder = findResponder(response, issuer, material)
  if (!responder) return undefined
  const { signatureAlgorithm: algorithm, tbs: data, signature } = response
  if (verifySignature({ algorithm, publicKey: publicKeyOf(responder), data, signature }) !== 'valid')
    return undefined
  const { status, revokedAt, reason, thisUpdate, nextUpdate } = single
  return { status, source: 'ocsp', revokedAt, reason, thisUpdate, nextUpdate }
}

/** RFC 6960 §4.2.2.2: the issuer itself, or one it issued for this purpose, valid when the response was made. */
function findResponder(
  response: OcspResponse,
  issuer: Certificate,
  material: RevocationMaterial,
): Certificate | undefined {
  return [issuer, ...response.certificates].find((candidate) => {
    if (!isNamed(response, candidate)) return false
    if (sameBytes(candidate.raw, issuer.raw)) return true
    return (
      candidate.extendedKeyUsage?.includes(oids.ocspSigning) === true &&
      candidate.notBefore <= response.producedAt &&
      response.producedAt <= candidate.notAfter &&
      isIssuedBy(candidate, issuer) &&
      !weakestAt(signatureStrengths(candidate.signatureAlgorithm, issuer), response.producedAt) &&
      (candidate.ocspNoCheck ||
        !material.crls.some((crl) => statusFromCrl(candidate, issuer, crl)?.status === 'revoked'))
    )
  })
}

function isNamed({ responder }: OcspResponse, candidate: Certificate): boolean {
  if ('name' in responder) return sameName(responder.name, candidate.subjectName)
  return sameBytes(responder.keyHash, createHash('sha1').update(publicKeyBits(candidate)).digest())
}

function statusFromCrl(
  certificate: Certificate,
  issuer: Certificate,
  crl: Crl,
): RevocationStatus | undefined {
  if (!sameName(crl.issuerName, issuer.subjectName)) return undefined
  if (issuer.keyUsage && !issuer.keyUsage.includes(keyUsageBits.crlSign)) return undefined
  if (!coversCertificates(crl, certificate.isAuthority)) return undefined
  const { signatureAlgorithm: algorithm, tbs: data, signature, thisUpdate, nextUpdate } = crl
  if (verifySignature({ algorithm, publicKey: publicKeyOf(issuer), data, signature }) !== 'valid')
    return undefined
  const entry = findCrlEntry(crl, certificate.serialNumber)
  if (!entry && !isListFor(crl, certificate)) return undefined
  return { status: entry ? 'revoked' : 'good', source: 'crl', ...entry, thisUpdate, nextUpdate }
}

/** What was verified already: the same certificates are asked for by several signatures. */
const issued = new WeakMap<Certificate, WeakMap<Certificate, boolean>>()

/** The issuer's name is in the certificate and its key verifies it, be it by an algorithm that is weak today. */
export function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  if (!sameName(certificate.issuerName, issuer.subjectName)) return false
  const known = issued.get(certificate)?.get(issuer)
  if (known !== undefined) return known
  const { signatureAlgorithm: algorithm, tbs: data, signature } = certificate
  const verdict = verifySignature({ algorithm, publicKey: publicKeyOf(issuer), data, signature })
  const holds = verdict === 'valid' || verdict === 'weak'
  issued.set(certificate, (issued.get(certificate) ?? new WeakMap()).set(issuer, holds))
  return holds
}
