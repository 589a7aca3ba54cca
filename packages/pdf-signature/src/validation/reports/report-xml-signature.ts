import type { AlgorithmUse, Indication, Qualification, SignatureReport } from './report.ts'
import { certificateId, reference, signatureId, urn } from './report-xml-objects.ts'
import { element } from './xml-writer.ts'
import type { Xml } from './xml-writer.ts'

/** Each of the standard's building blocks with what it found (ETSI TS 119 102-2 §4.2.5). */
export function constraints({ errors, warnings, indication: main }: SignatureReport): Xml | null {
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

/** What the signature says of itself (ETSI TS 119 102-2 §4.2.8). */
export function attributes(signature: SignatureReport): Xml {
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
export function qualityUri({ result }: Qualification): string {
  const kind = result.endsWith('TIMESTAMP') ? 'timestampQualification' : 'signatureQualification'
  return `urn:cef:dss:${kind}:${qualities[result]}`
}

/** The verdict with what it rests on (ETSI TS 119 102-2 §4.2.4). */
export function status(signature: SignatureReport, index: number): Xml {
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
