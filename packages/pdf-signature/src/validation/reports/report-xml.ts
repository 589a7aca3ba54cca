import type { SignatureReport, ValidationReport } from './report.ts'
import {
  certificateId,
  certificateObject,
  digestOf,
  documentId,
  documentObject,
  reference,
  signatureId,
  urn,
} from './report-xml-objects.ts'
import { attributes, constraints, qualityUri, status } from './report-xml-signature.ts'
import { element } from './xml-writer.ts'
import type { Xml } from './xml-writer.ts'

const namespaces = {
  xmlns: 'http://uri.etsi.org/19102/v1.2.1#',
  'xmlns:ds': 'http://www.w3.org/2000/09/xmldsig#',
  'xmlns:xs': 'http://www.w3.org/2001/XMLSchema',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
}
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
    // The standard has no place for what concerns all signatures alike.
    constraints({
      ...signature,
      warnings: [
        ...signature.warnings,
        ...report.warnings.filter(({ code }) => code.startsWith('trust_list_')),
      ],
    }),
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
