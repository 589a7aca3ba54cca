import { createHash } from 'node:crypto'
import type { ChainVerdict } from '../../cms/certificates/chain.ts'
import type { Certificate } from '../../cms/certificates/certificate.ts'
import { readName } from '../../cms/certificates/distinguished-name.ts'
import type { CertificateSummary, Signer, SignerNames } from './report.ts'

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The certificates of a path with what is known of their revocation. */
export function describeChain({ path, statuses, problems }: ChainVerdict): CertificateSummary[] {
  const hasAnchor = problems.every(({ code }) => code !== 'no_path' && code !== 'malformed')
  return path.map((certificate, index) => {
    const status = statuses[index]
    const isAnchor = hasAnchor && index === path.length - 1
    return {
      ...described(certificate),
      revocation: isAnchor ? 'none' : (status?.status ?? 'unknown'),
      ...(status && status.source !== 'none' ? { revocationSource: status.source } : {}),
      ...(status?.revokedAt ? { revokedAt: status.revokedAt } : {}),
      isAnchor,
    }
  })
}

const described = ({ subject, issuer, serialNumber, notBefore, notAfter, raw }: Certificate) => ({
  subject,
  issuer,
  serialNumber,
  notBefore,
  notAfter,
  sha256: sha256Hex(raw),
  der: raw,
})

export function describeSigner(certificate: Certificate, chain: ChainVerdict | undefined): Signer {
  const names = namesOf(certificate)
  const full = [names.givenName, names.surname].filter((name) => name !== undefined).join(' ')
  const [leaf] = chain ? describeChain(chain) : []
  return {
    subject: certificate.subject,
    displayName:
      [names.commonName, full, names.organization].find((name) => name !== undefined && name !== '') ??
      certificate.subject,
    names,
    certificate: leaf ?? { ...described(certificate), revocation: 'unknown', isAnchor: false },
  }
}

const nameTypes: Record<string, keyof SignerNames> = {
  CN: 'commonName',
  GN: 'givenName',
  SN: 'surname',
  pseudonym: 'pseudonym',
  O: 'organization',
  organizationIdentifier: 'organizationIdentifier',
  C: 'country',
  emailAddress: 'email',
  serialNumber: 'serialNumber',
}

/** What a certificate calls its subject, by the attributes people know; of one that is there twice the most specific. */
export function namesOf({ subjectName }: Pick<Certificate, 'subjectName'>): SignerNames {
  return Object.fromEntries(
    readName(subjectName)
      .toReversed()
      .flatMap(({ type, value }) => (nameTypes[type] ? [[nameTypes[type], value]] : [])),
  )
}
