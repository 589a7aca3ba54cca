import { isIP } from 'node:net'
import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import {
  ExtendedKeyUsage,
  GeneralName,
  id_ce_extKeyUsage,
  id_ce_subjectAltName,
  KeyUsageFlags,
  SubjectAlternativeName,
} from '@peculiar/asn1-x509'
import type { Extension } from '@peculiar/asn1-x509'
import { extension, generateKey, issue, issueRoot, YEAR } from '../time-stamp-authority/certificates.ts'
import type { Identity } from '../time-stamp-authority/certificates.ts'
import { certificatePem, openKeyStore, writeWhole } from '../time-stamp-authority/key-store.ts'
import { keyExtensions, nameOf } from './profiles.ts'

export type PemIdentity = { certificate: string; key: string }
/** Both ends of the connection: the services' certificate, the customer's, and the roots they chain to. */
export type TlsIdentities = {
  server: PemIdentity
  client: PemIdentity
  rootPem: string
  customerRootPem: string
}

/** What an enrolment would hand over is written to `trust-services-client.pem` and `trust-services-tls.pem`. */
export function openTlsIdentities(data: string | undefined, host: string, now = new Date()): TlsIdentities {
  const store = openKeyStore(data === undefined ? undefined : join(data, 'trust-services'))
  const root = store.identity('tls-root', () => issueRoot('Sandbox TLS Root', now))
  const customerRoot = store.identity('customer-root', () => issueRoot('Sandbox Customer Root', now))
  const below = (issuer: Identity, commonName: string, purpose: string, names: string[]): Identity => {
    const key = generateKey()
    const extensions = [
      ...keyExtensions(key, issuer, KeyUsageFlags.digitalSignature),
      extension(id_ce_extKeyUsage, new ExtendedKeyUsage([purpose])),
      ...(names.length > 0 ? [alternativeNames(names)] : []),
    ]
    const subject = nameOf([
      ['O', 'Countersign Sandbox'],
      ['CN', commonName],
    ])
    const parent = issuer.certificate.tbsCertificate.subject
    return issue({ subject, issuer: parent, key, signer: issuer.key, extensions, now, lifetime: YEAR })
  }
  const names = [...new Set(['localhost', '127.0.0.1', '::1', host])].filter((name) => name !== '0.0.0.0')
  const isCurrent = (issuer: Identity) => (certificate: X509Certificate) =>
    certificate.verify(new X509Certificate(issuer.der).publicKey) &&
    Date.parse(certificate.validTo) > now.getTime() + YEAR / 12
  const server = store.identity(
    `tls-${host}`,
    () => below(root, 'Sandbox Trust Services', '1.3.6.1.5.5.7.3.1', names),
    isCurrent(root),
  )
  const client = store.identity(
    'customer',
    () => below(customerRoot, 'Sandbox Customer', '1.3.6.1.5.5.7.3.2', []),
    isCurrent(customerRoot),
  )
  const identities = {
    server: pemOf(server),
    client: pemOf(client),
    rootPem: certificatePem(root.der),
    customerRootPem: certificatePem(customerRoot.der),
  }
  if (data !== undefined) {
    writeWhole(join(data, 'trust-services-tls.pem'), identities.rootPem, 0o644)
    const { certificate, key } = identities.client
    writeWhole(join(data, 'trust-services-client.pem'), certificate + key, 0o600)
  }
  return identities
}

function alternativeNames(names: string[]): Extension {
  const entries = names.map((name) =>
    isIP(name) === 0 ? new GeneralName({ dNSName: name }) : new GeneralName({ iPAddress: name }),
  )
  return extension(id_ce_subjectAltName, new SubjectAlternativeName(entries))
}

function pemOf({ der, key }: Identity): PemIdentity {
  return {
    certificate: certificatePem(der),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
