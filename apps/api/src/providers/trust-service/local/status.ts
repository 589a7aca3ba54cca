import { attempt } from '@countersign/pdf-signature/cms/cms-error.ts'
import type { Certificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import {
  issueCrl,
  issueOcspResponse,
  ocspError,
} from '@countersign/pdf-signature/cms/certificates/issuing.ts'
import type { OcspStatus } from '@countersign/pdf-signature/cms/certificates/issuing.ts'
import {
  isIssuerOf,
  ocspCertificateId,
  parseOcspRequest,
} from '@countersign/pdf-signature/cms/revocation/ocsp.ts'
import type { OcspCertificateId } from '@countersign/pdf-signature/cms/revocation/ocsp.ts'
import type { LocalAuthority } from './authority.ts'

const day = 24 * 60 * 60 * 1000
const ocspLife = day
const crlLives = { root: 30 * day, issuing: 7 * day } as const
const maximumIds = 16
// RFC 9654 §2.1: a nonce has at most 128 octets; here in its OCTET STRING.
const maximumNonceLength = 131

/** A CRL of the root or of the issuing authority, made again. */
export async function currentCrl(authority: LocalAuthority, role: 'root' | 'issuing'): Promise<Uint8Array> {
  const { certificate, privateKey } = await authority.current(role)
  const thisUpdate = authority.now()
  return issueCrl(
    {
      issuer: certificate,
      // Grows with time in every process without one of them counting (RFC 5280 §5.2.3).
      number: Math.floor(thisUpdate.getTime() / 1000),
      thisUpdate,
      nextUpdate: new Date(thisUpdate.getTime() + crlLives[role]),
      revoked: await authority.store.listRevoked(certificate.subject),
    },
    privateKey,
  )
}

/** A response for one of our own certificates of which the status is known. */
export async function ownOcspResponse(
  authority: LocalAuthority,
  certificate: Certificate,
  status: OcspStatus['status'],
): Promise<Uint8Array> {
  const issuing = await authority.current('issuing')
  return respond(authority, [{ id: ocspCertificateId(certificate, issuing.certificate), status }])
}

/** Answers an OCSP request (RFC 6960 §2.3): what it cannot read as malformed, certificates not of ours as unknown. */
export async function answerOcsp(authority: LocalAuthority, request: Uint8Array): Promise<Uint8Array> {
  const query = attempt(() => parseOcspRequest(request))
  if (!query || query.ids.length === 0 || query.ids.length > maximumIds) return ocspError(1)
  if (query.nonce && query.nonce.length > maximumNonceLength) return ocspError(1)
  const statuses = await Promise.all(query.ids.map((id) => statusOf(authority, id)))
  return respond(authority, statuses, query.nonce)
}

/** The responder is the issuing authority's: of another issuer's certificates, the root's too, it knows nothing. */
async function statusOf(authority: LocalAuthority, id: OcspCertificateId): Promise<OcspStatus> {
  const { certificate } = await authority.current('issuing')
  if (!isIssuerOf(id, certificate)) return { id: id.raw, status: 'unknown' }
  return { id: id.raw, status: (await authority.store.findStatus(id.serialNumber)) ?? 'unknown' }
}

async function respond(
  authority: LocalAuthority,
  statuses: OcspStatus[],
  nonce?: Uint8Array,
): Promise<Uint8Array> {
  const { certificate: responder, privateKey } = await authority.current('ocsp')
  const producedAt = authority.now()
  const nextUpdate = new Date(producedAt.getTime() + ocspLife)
  return issueOcspResponse({ responder, statuses, producedAt, nextUpdate, nonce }, privateKey)
}
