import type { KeyObject } from 'node:crypto'
import {
  AccessDescription,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityInfoAccessSyntax,
  AuthorityKeyIdentifier,
  BasicConstraints,
  CertificatePolicies,
  CRLDistributionPoints,
  DistributionPoint,
  DistributionPointName,
  GeneralName,
  id_ad_caIssuers,
  id_ad_ocsp,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_certificatePolicies,
  id_ce_cRLDistributionPoints,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  id_pe_authorityInfoAccess,
  KeyIdentifier,
  KeyUsage,
  Name,
  PolicyInformation,
  RelativeDistinguishedName,
  SubjectKeyIdentifier,
} from '@peculiar/asn1-x509'
import type { Extension } from '@peculiar/asn1-x509'
import { extension, keyIdentifierOf } from '../time-stamp-authority/certificates.ts'
import type { Identity, StatusAddresses } from '../time-stamp-authority/certificates.ts'

const nameTypes = {
  C: '2.5.4.6',
  O: '2.5.4.10',
  organizationIdentifier: '2.5.4.97',
  CN: '2.5.4.3',
  GN: '2.5.4.42',
  SN: '2.5.4.4',
  serialNumber: '2.5.4.5',
} as const

/** Attributes of a name, least specific first. */
export type NameParts = readonly (readonly [keyof typeof nameTypes, string])[]

export function nameOf(parts: NameParts): Name {
  return new Name(
    parts.map(([type, value]) => {
      // X.520: both are PrintableString by definition.
      const isPrintable = type === 'C' || type === 'serialNumber'
      const attributeValue = new AttributeValue(
        isPrintable ? { printableString: value } : { utf8String: value },
      )
      return new RelativeDistinguishedName([
        new AttributeTypeAndValue({ type: nameTypes[type], value: attributeValue }),
      ])
    }),
  )
}

/** The key identifiers of a certificate and its issuer, and what may be done with its key. */
export function keyExtensions(key: KeyObject, issuer: Identity | undefined, usage: number): Extension[] {
  const issuerKey = new KeyIdentifier(keyIdentifierOf(issuer?.certificate ?? key))
  return [
    extension(id_ce_keyUsage, new KeyUsage(usage), true),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifierOf(key))),
    extension(id_ce_authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier: issuerKey })),
  ]
}

export const authorityConstraints = (pathLength: number): Extension =>
  extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: pathLength }), true)

export function statusExtensions({ ocsp, crl, issuer }: Partial<StatusAddresses>): Extension[] {
  const access = [
    ...(ocsp ? [new AccessDescription({ accessMethod: id_ad_ocsp, accessLocation: uri(ocsp) })] : []),
    ...(issuer
      ? [new AccessDescription({ accessMethod: id_ad_caIssuers, accessLocation: uri(issuer) })]
      : []),
  ]
  const point =
    crl && new DistributionPoint({ distributionPoint: new DistributionPointName({ fullName: [uri(crl)] }) })
  return [
    ...(point ? [extension(id_ce_cRLDistributionPoints, new CRLDistributionPoints([point]))] : []),
    ...(access.length > 0
      ? [extension(id_pe_authorityInfoAccess, new AuthorityInfoAccessSyntax(access))]
      : []),
  ]
}

export const policies = (...identifiers: string[]): Extension =>
  extension(
    id_ce_certificatePolicies,
    new CertificatePolicies(
      identifiers.map((policyIdentifier) => new PolicyInformation({ policyIdentifier })),
    ),
  )

function uri(address: string): GeneralName {
  return new GeneralName({ uniformResourceIdentifier: address })
}
