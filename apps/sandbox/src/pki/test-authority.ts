import { createHash, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { KeyUsageFlags } from '@peculiar/asn1-x509'
import { generateKey, issue, issueOcspResponder, YEAR } from '../time-stamp-authority/certificates.ts'
import type { Identity, StatusAddresses } from '../time-stamp-authority/certificates.ts'
import { certificatePem, openKeyStore, writeWhole } from '../time-stamp-authority/key-store.ts'
import type { KeyStore } from '../time-stamp-authority/key-store.ts'
import { authorityConstraints, keyExtensions, nameOf, statusExtensions } from './profiles.ts'

export const legislations = ['ZERTES', 'EIDAS'] as const
export type Legislation = (typeof legislations)[number]

/** One country's authority: its root, the one below it that issues, and the responder for what that issued. */
export type Branch = {
  legislation: Legislation
  country: string
  root: Identity
  issuing: Identity
  responder: Identity
  /** Where the status of what the issuing one issued is found. */
  status: StatusAddresses
  /** Where the terms of the authority would be read. */
  disclosure: string
}

export type TestAuthority = { branches: Record<Legislation, Branch>; anchorsPem: string }

const countries = { ZERTES: 'CH', EIDAS: 'AT' } as const

/** An authority for tests, marked as such in every name; `url` is where its certificates' status is found. */
export function openTestAuthority(url: string, data: string | undefined, now = new Date()): TestAuthority {
  const store = openKeyStore(data === undefined ? undefined : join(data, 'trust-services'))
  const branches = {
    ZERTES: openBranch('ZERTES', url, store, now),
    EIDAS: openBranch('EIDAS', url, store, now),
  }
  const anchorsPem = legislations.map((each) => certificatePem(branches[each].root.der)).join('')
  if (data !== undefined) writeWhole(join(data, 'trust-services-roots.pem'), anchorsPem, 0o644)
  return { branches, anchorsPem }
}

function openBranch(legislation: Legislation, url: string, store: KeyStore, now: Date): Branch {
  const country = countries[legislation]
  const base = `${url}/trust-services/${legislation.toLowerCase()}`
  const name = (role: string) =>
    nameOf([
      ['C', country],
      ['O', 'Countersign Sandbox - TEST ONLY'],
      ['CN', `Sandbox ${country} ${role} - TEST ONLY`],
    ])
  const usage = KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
  const root = store.identity(`${country}-root`, () => {
    const key = generateKey()
    const extensions = [authorityConstraints(1), ...keyExtensions(key, undefined, usage)]
    const [subject, issuer] = [name('Root CA'), name('Root CA')]
    return issue({ subject, issuer, key, signer: key, extensions, now, lifetime: 20 * YEAR })
  })
  const rootKey = new X509Certificate(root.der).publicKey
  // The address is part of the name: the certificate is signed, so a new address needs a new one.
  const place = createHash('sha256').update(url).digest('hex').slice(0, 12)
  const issuing = store.identity(
    `${country}-issuing-${place}`,
    () => {
      const key = generateKey()
      const extensions = [
        authorityConstraints(0),
        ...keyExtensions(key, root, usage),
        ...statusExtensions({ crl: `${base}/root.crl`, issuer: `${base}/root.crt` }),
      ]
      const issuer = root.certificate.tbsCertificate.subject
      const subject = name('Issuing CA')
      return issue({ subject, issuer, key, signer: root.key, extensions, now, lifetime: 15 * YEAR })
    },
    (certificate) => certificate.verify(rootKey),
  )
  const issuingKey = new X509Certificate(issuing.der).publicKey
  const responder = store.identity(
    `${country}-ocsp-${place}`,
    () => issueOcspResponder(issuing, `Sandbox ${country} OCSP - TEST ONLY`, now),
    (certificate) => certificate.verify(issuingKey),
  )
  const status = { ocsp: `${base}/ocsp`, crl: `${base}/issuing.crl`, issuer: `${base}/issuing.crt` }
  return { legislation, country, root, issuing, responder, status, disclosure: `${base}/disclosure` }
}
