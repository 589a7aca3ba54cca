import type { CertificateSummary, ValidationReport } from './report.ts'
import { element } from './xml-writer.ts'
import type { Xml } from './xml-writer.ts'

export const urn = 'urn:etsi:019102'
export const documentId = 'document'
export const signatureId = (index: number): string => `signature-${index + 1}`
export const certificateId = ({ sha256 }: CertificateSummary): string => `certificate-${sha256}`

export const digestOf = (hex: string): Xml =>
  element(
    'DigestAlgAndValue',
    {},
    element('ds:DigestMethod', { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' }),
    element('ds:DigestValue', {}, Buffer.from(hex, 'hex').toString('base64')),
  )

export const reference = (name: string, id: string): Xml => element(name, { VOReference: id })

/** The file, by its digest. */
export function documentObject({ file }: ValidationReport): Xml {
  return element(
    'ValidationObject',
    { id: documentId },
    element('ObjectType', {}, `${urn}:validationObject:signedData`),
    element('ValidationObjectRepresentation', {}, digestOf(file.sha256)),
  )
}

export function certificateObject(certificate: CertificateSummary): Xml {
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
