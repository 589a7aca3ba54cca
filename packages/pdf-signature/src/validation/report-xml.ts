import type {
  AlgorithmUse,
  CertificateSummary,
  Indication,
  Qualification,
  SignatureReport,
  ValidationReport,
} from './report.ts'
import { element } from './xml-writer.ts'
import type { Xml } from './xml-writer.ts'

const namespaces = {
  xmlns: 'http://uri.etsi.org/19102/v1.2.1#',
  'xmlns:ds': 'http://www.w3.org/2000/09/xmldsig#',
  'xmlns:xs': 'http://www.w3.org/2001/XMLSchema',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
}
const urn = 'urn:etsi:019102'
const documentId = 'document'
const signatureId = (index: number): string => `signature-${index + 1}`
const certificateId = ({ sha256 }: CertificateSummary): string => `certificate-${sha256}`

/**
 * The report as ETSI TS 119 102-2 has it: one signature validation report for each signature and document timestamp,
 * the objects they rest on behind them. Not signed. Null for a file without any, of which that document says nothing.
 */
export function toReportXml(report: ValidationReport): string | null {
  if (report.signatures.length === 0) return null
  const certificates = new Map(
    report.signatures.flatMap(({ chain, signer }) =>
      [...chain, ...(signer ? [signer.certificate] : [])].map((one) => [one.sha256, one] as const),
    ),
  )
  const root = element(
    'ValidationReport',
    namespaces,
    report.signatures.map((signature, index) => signatureReport(report, signature, index)),
    element(
      'SignatureValidationObjects',
      {},
      documentObject(report),
      [...certificates.values()].map(certificateObject),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`
}

const digestOf = (hex: string): Xml =>
  element(
    'DigestAlgAndValue',
    {},
    element('ds:DigestMethod', { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' }),
    element('ds:DigestValue', {}, Buffer.from(hex, 'hex').toString('base64')),
  )

const reference = (name: string, id: string): Xml => element(name, { VOReference: id })

function documentObject({ file }: ValidationReport): Xml {
  return element(
    'ValidationObject',
    { id: documentId },
    element('ObjectType', {}, `${urn}:validationObject:signedData`),
    element('ValidationObjectRepresentation', {}, digestOf(file.sha256)),
  )
}

function certificateObject(certificate: CertificateSummary): Xml {
  return element(
    'ValidationObject',
    { id: certificateId(certificate) },
    element('ObjectType', {}, `${urn}:validationObject:certificate`),
    element(
      'ValidationObjectRepresentation',
      {},
      element('base64', {}, Buffer.from(certificate.der).toString('base64')),
    ),
  )
}

function signatureReport(report: ValidationReport, signature: SignatureReport, index: number): Xml {
  const { signer } = signature
  return element(
    'SignatureValidationReport',
    {},
    element(
      'SignatureIdentifier',
      { id: signatureId(index) },
      digestOf(signature.id),
      element('HashOnly', {}, false),
      element('DocHashOnly', {}, false),
    ),
    constraints(signature),
    element(
      'ValidationTimeInfo',
      {},
      element('ValidationTime', {}, report.validatedAt),
      element(
        'BestSignatureTime',
        {},
        element('POETime', {}, signature.provenAt),
        element('TypeOfProof', {}, `${urn}:poetype:validation`),
      ),
    ),
    element(
      'SignersDocument',
      {},
      digestOf(report.file.sha256),
      reference('SignersDocumentRepresentation', documentId),
    ),
    attributes(signature),
    signer &&
      element(
        'SignerInformation',
        signer.names.pseudonym === undefined ? {} : { Pseudonym: 'true' },
        reference('SignerCertificate', certificateId(signer.certificate)),
        element('Signer', {}, signer.subject),
      ),
    element(
      'SignatureQuality',
      {},
      element('SignatureQualityInformation', {}, qualityUri(signature.qualification)),
    ),
    element(
      'SignatureValidationProcess',
      {},
      element('SignatureValidationProcessID', {}, `${urn}:validationprocess:LTA`),
    ),
    status(signature, index),
  )
}

/** Each of the standard's building blocks with what it found (ETSI TS 119 102-2 §4.2.5). */
function constraints({ errors, warnings, indication: main }: SignatureReport): Xml | null {
  const found = [
    ...errors.map((finding) => ({ ...finding, indication: mainIndication(main) })),
    ...warnings.map((finding) => ({ ...finding, indication: mainIndication('TOTAL_PASSED') })),
  ]
  if (found.length === 0) return null
  return element(
    'ValidationConstraintsEvaluationReport',
    {},
    found.map(({ code, parameters = {}, indication }) =>
      element(
        'ValidationConstraint',
        {},
        element('ValidationConstraintIdentifier', {}, `urn:countersign:validation:${code}`),
        Object.entries(parameters).map(([name, value]) =>
          typed('ValidationConstraintParameter', name, value),
        ),
        element('ConstraintStatus', {}, element('Status', {}, `${urn}:constraintStatus:applied`)),
        element('ValidationStatus', {}, element('MainIndication', {}, indication)),
      ),
    ),
  )
}

const mainIndication = (indication: Indication): string =>
  `${urn}:mainindication:${indication.toLowerCase().replace('_', '-')}`

const typed = (name: string, type: string, value: string): Xml =>
  element(
    name,
    {},
    element('Type', {}, `urn:countersign:validation:${type}`),
    element('Value', { 'xsi:type': 'xs:string' }, value),
  )

function attributes(signature: SignatureReport): Xml {
  const { signedAt, timestampAt, claims, type, subFilter } = signature
  const signed = { Signed: 'true' }
  const stamp = timestampAt && element('TimeStampValue', {}, timestampAt)
  return element(
    'SignatureAttributes',
    {},
    signedAt && element('SigningTime', signed, element('Time', {}, signedAt)),
    claims.location === undefined
      ? null
      : element('SignatureProductionPlace', signed, element('AddressString', {}, claims.location)),
    type === 'signature' && stamp ? element('SignatureTimeStamp', { Signed: 'false' }, stamp) : null,
    type === 'timestamp' && stamp ? element('DocTimeStamp', { Signed: 'false' }, stamp) : null,
    claims.reason === undefined
      ? null
      : element('Reason', signed, element('ReasonElement', {}, claims.reason)),
    claims.name === undefined ? null : element('Name', signed, element('NameElement', {}, claims.name)),
    claims.contact === undefined
      ? null
      : element('ContactInfo', signed, element('ContactInfoElement', {}, claims.contact)),
    element('SubFilter', signed, element('SubFilterElement', {}, subFilter)),
  )
}

const qualities: Record<Qualification['result'], string> = {
  QES: 'QESig',
  QESEAL: 'QESeal',
  ADES_QC: 'AdESig-QC',
  ADESEAL_QC: 'AdESeal-QC',
  ADES: 'AdES',
  QUALIFIED_TIMESTAMP: 'QTSA',
  TIMESTAMP: 'TSA',
  NOT_KNOWN: 'NA',
}

/** The names the European Commission's own validator uses, so that readers of its reports know these too. */
function qualityUri({ result }: Qualification): string {
  const kind = result.endsWith('TIMESTAMP') ? 'timestampQualification' : 'signatureQualification'
  return `urn:cef:dss:${kind}:${qualities[result]}`
}

function status(signature: SignatureReport, index: number): Xml {
  const { indication, subIndication, chain } = signature
  const [leaf, ...others] = chain
  const anchor = others.find(({ isAnchor }) => isAnchor)
  const revoked = chain.find(({ revokedAt }) => revokedAt !== undefined)
  return element(
    'SignatureValidationStatus',
    {},
    element('MainIndication', {}, mainIndication(indication)),
    subIndication && element('SubIndication', {}, `${urn}:subindication:${subIndication}`),
    leaf &&
      element(
        'AssociatedValidationReportData',
        {},
        anchor && reference('TrustAnchor', certificateId(anchor)),
        element(
          'CertificateChain',
          {},
          reference('SigningCertificate', certificateId(leaf)),
          others
            .filter((one) => one !== anchor)
            .map((one) => reference('IntermediateCertificate', certificateId(one))),
          anchor && reference('TrustAnchor', certificateId(anchor)),
        ),
        revoked?.revokedAt &&
          element(
            'RevocationStatusInformation',
            {},
            reference('ValidationObjectId', certificateId(revoked)),
            element('RevocationTime', {}, revoked.revokedAt),
          ),
        weakest(signature.algorithms, signatureId(index)),
      ),
  )
}

/** What the verdict on the algorithms rests on: the one that is not reliable, else the first. */
function weakest(algorithms: readonly AlgorithmUse[], id: string): Xml | null {
  const used = algorithms.find(({ reliable }) => !reliable) ?? algorithms[0]
  if (!used) return null
  return element(
    'CryptoInformation',
    {},
    reference('ValidationObjectId', id),
    element('Algorithm', {}, `urn:countersign:algorithm:${used.name.replaceAll(' ', '-')}`),
    element('SecureAlgorithm', {}, used.reliable),
    used.reliableUntil && element('NotAfter', {}, used.reliableUntil),
  )
}
