import { createHash, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { issueOcspResponder, issueRoot, issueTimeStampUnit } from './certificates.ts'
import type { Identity, StatusAddresses } from './certificates.ts'
import { certificatePem, openKeyStore, writeWhole } from './key-store.ts'

/** The root and what it has issued: two independent time-stamping units, and the OCSP responder for both. */
export type TimeStampAuthority = {
  root: Identity
  units: { tsa: Identity; tsa2: Identity }
  responder: Identity
  anchorsPem: string
}

const DAY = 24 * 60 * 60 * 1000

/**
 * `url` is where the certificates say that their status is found. Keys are kept under `data`, or nowhere without it;
 * a unit whose certificate names another address, another root, or soon expires gets a new one.
 */
export function openTimeStampAuthority(
  url: string,
  data: string | undefined,
  now = new Date(),
): TimeStampAuthority {
  const store = openKeyStore(data === undefined ? undefined : join(data, 'time-stamp-authority'))
  const root = store.identity('root', () => issueRoot('Sandbox Time-Stamp Root', now))
  const issuer = new X509Certificate(root.der)
  const addresses: StatusAddresses = {
    ocsp: `${url}/tsa/ocsp`,
    crl: `${url}/tsa/crl`,
    issuer: `${url}/tsa/root.crt`,
  }
  const isCurrent = (certificate: X509Certificate): boolean =>
    certificate.verify(issuer.publicKey) && Date.parse(certificate.validTo) > now.getTime() + 30 * DAY
  // The address is part of the name: the certificate is signed, so a new address needs a new one.
  const place = createHash('sha256').update(url).digest('hex').slice(0, 12)
  const unit = (name: string, title: string): Identity =>
    store.identity(`${name}-${place}`, () => issueTimeStampUnit(root, title, addresses, now), isCurrent)
  const anchorsPem = certificatePem(root.der)
  if (data !== undefined) writeWhole(join(data, 'tsa-root.pem'), anchorsPem, 0o644)
  return {
    root,
    units: {
      tsa: unit('unit-1', 'Sandbox Time-Stamp Unit 1'),
      tsa2: unit('unit-2', 'Sandbox Time-Stamp Unit 2'),
    },
    responder: store.identity(
      'ocsp',
      () => issueOcspResponder(root, 'Sandbox Time-Stamp OCSP', now),
      isCurrent,
    ),
    anchorsPem,
  }
}
