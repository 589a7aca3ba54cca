import { createHash, sign } from 'node:crypto'
import type { Holder } from '../cms/testing/sample-authority.ts'
import { canonicalise } from '../trust-lists/canonical-xml.ts'
import { readXml } from '../trust-lists/xml-reader.ts'
import { walkElements } from '../trust-lists/xml-nodes.ts'

export interface ListedService {
  readonly type?: string
  readonly certificate: Uint8Array
  readonly status?: string
  readonly from?: Date
  /** Earlier status, newest first. */
  readonly history?: readonly { readonly status: string; readonly from: Date }[]
  /** More extensions, as XML. */
  readonly extensions?: string
}

export interface ListPlan {
  readonly territory?: string
  readonly sequenceNumber?: number
  /** Without it: where it has pointers. */
  readonly isListOfLists?: boolean
  readonly nextUpdate?: Date
  readonly services?: readonly ListedService[]
  readonly pointers?: readonly { readonly territory: string; readonly signer: Uint8Array }[]
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const identity = (certificate: Uint8Array): string =>
  `<ServiceDigitalIdentity><DigitalId><X509Certificate>${base64(certificate)}</X509Certificate></DigitalId></ServiceDigitalIdentity>`
const status = (name: string, from: Date): string =>
  `<ServiceStatus>http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${name}</ServiceStatus><StatusStartingTime>${from.toISOString()}</StatusStartingTime>`

function serviceXml(service: ListedService): string {
  const { type = 'CA/QC', certificate, extensions = '', history = [] } = service
  const kind = `<ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/${type}</ServiceTypeIdentifier><ServiceName><Name xml:lang="en">${type} service</Name></ServiceName>`
  const more = extensions && `<ServiceInformationExtensions>${extensions}</ServiceInformationExtensions>`
  const now = status(service.status ?? 'granted', service.from ?? new Date('2020-01-01'))
  return `<TSPService><ServiceInformation>${kind}${identity(certificate)}${now}${more}</ServiceInformation><ServiceHistory>${history
    .map(
      (one) =>
        `<ServiceHistoryInstance>${kind}${status(one.status, one.from)}${more}</ServiceHistoryInstance>`,
    )
    .join('')}</ServiceHistory></TSPService>`
}

function listXml(plan: ListPlan): string {
  const { territory = 'CH', sequenceNumber = 7, nextUpdate, services = [], pointers = [] } = plan
  const type = (plan.isListOfLists ?? pointers.length > 0) ? 'EUlistofthelists' : 'EUgeneric'
  const next = (nextUpdate ?? new Date(Date.now() + 86_400_000)).toISOString()
  const others = pointers
    .map(
      (one) =>
        `<OtherTSLPointer><ServiceDigitalIdentities>${identity(one.signer)}</ServiceDigitalIdentities><TSLLocation>https://example.com/${one.territory}.xml</TSLLocation><AdditionalInformation><OtherInformation><SchemeTerritory>${one.territory}</SchemeTerritory></OtherInformation></AdditionalInformation></OtherTSLPointer>`,
    )
    .join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" Id="list">
  <SchemeInformation><TSLSequenceNumber>${sequenceNumber}</TSLSequenceNumber><TSLType>http://uri.etsi.org/TrstSvc/TrustedList/TSLType/${type}</TSLType><SchemeOperatorName><Name xml:lang="de">Behörde</Name><Name xml:lang="en">Authority &amp; Co</Name></SchemeOperatorName><SchemeTerritory>${territory}</SchemeTerritory><PointersToOtherTSL>${others}</PointersToOtherTSL><ListIssueDateTime>2025-01-01T00:00:00Z</ListIssueDateTime><NextUpdate><dateTime>${next}</dateTime></NextUpdate></SchemeInformation>
  <TrustServiceProviderList><TrustServiceProvider><TSPInformation><TSPName><Name xml:lang="en">Example Trust</Name></TSPName></TSPInformation><TSPServices>${services.map(serviceXml).join('')}</TSPServices></TrustServiceProvider></TrustServiceProviderList>
</TrustServiceStatusList>`
}

const how = { isExclusive: true, inclusivePrefixes: [], keepsComments: false }
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64')
const method = (name: string, algorithm: string): string =>
  `<ds:${name} Algorithm="${algorithm}"></ds:${name}>`
const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const hash = method('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256')

/** A trusted list with its enveloped XAdES signature. */
export function aTrustList(plan: ListPlan, signer: Holder): Buffer {
  const list = listXml(plan)
  const certificate = signer.certificate.raw
  const properties = `<xades:SignedProperties Id="properties"><xades:SignedSignatureProperties><xades:SigningCertificateV2><xades:Cert><xades:CertDigest>${hash}<ds:DigestValue>${sha256(certificate)}</ds:DigestValue></xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties></xades:SignedProperties>`
  const reference = (uri: string, transforms: string, digest: string): string =>
    `<ds:Reference URI="${uri}"><ds:Transforms>${transforms}</ds:Transforms>${hash}<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`
  const enveloped = method('Transform', 'http://www.w3.org/2000/09/xmldsig#enveloped-signature')
  const write = (propertiesDigest: string, value: string): Buffer => {
    const info = `<ds:SignedInfo>${method('CanonicalizationMethod', c14n)}${method('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256')}${reference('', enveloped + method('Transform', c14n), sha256(canonicalise(readXml(Buffer.from(list)), how)))}${reference('#properties', method('Transform', c14n), propertiesDigest)}</ds:SignedInfo>`
    const signature = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${info}<ds:SignatureValue>${value}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo><ds:Object><xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#">${properties}</xades:QualifyingProperties></ds:Object></ds:Signature>`
    return Buffer.from(list.replace('</TrustServiceStatusList>', `${signature}</TrustServiceStatusList>`))
  }
  const canonical = (bytes: Buffer, name: string): Buffer => {
    const element = [...walkElements(readXml(bytes))].find(({ localName }) => localName === name)
    return element ? canonicalise(element, how) : Buffer.alloc(0)
  }
  const propertiesDigest = sha256(canonical(write('', ''), 'SignedProperties'))
  const info = canonical(write(propertiesDigest, ''), 'SignedInfo')
  return write(propertiesDigest, base64(sign('sha256', info, { key: signer.key, dsaEncoding: 'ieee-p1363' })))
}
