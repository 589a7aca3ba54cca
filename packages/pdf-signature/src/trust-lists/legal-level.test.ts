import { expect, test } from 'vitest'
import { extendedKeyUsage, extension, keyUsage } from '../cms/certificates/extension-encoding.ts'
import { oids } from '../cms/der/object-identifiers.ts'
import { oid, sequence } from '../cms/der/der-writer.ts'
import { aHolder, aPki } from '../cms/testing/sample-authority.ts'
import { signAll } from '../testing/ceremony.ts'
import { aPdf } from '../testing/pdf-builder.ts'
import { aTrustList } from '../testing/trust-list-builder.ts'
import { validatePdf } from '../validate.ts'
import { openTrustLists } from './open-trust-lists.ts'

// Anna's certificate is for signatures, qualified and with a device by its own statements; what the list says of it differs.

const operator = aHolder({ name: 'Scheme operator' })
const pki = aPki()
const statement = (id: string, ...more: Uint8Array[]) => sequence(oid(`0.4.0.1862.1.${id}`), ...more)
const anna = aHolder({
  name: 'Anna Muster',
  issuer: pki.issuing,
  extensions: [
    keyUsage('nonRepudiation'),
    extendedKeyUsage([oids.emailProtection]),
    extension(
      oids.qualifiedCertificateStatements,
      sequence(statement('1'), statement('4'), statement('6', sequence(oid('0.4.0.1862.1.6.1')))),
    ),
  ],
})
const signed = signAll(aPdf(), { ...pki, signer: anna })

const criteria = (assert: string, ...content: string[]) =>
  `<CriteriaList assert="${assert}">${content.join('')}</CriteriaList>`
const others = (...content: string[]) => `<otherCriteriaList>${content.join('')}</otherCriteriaList>`
const identifiers = (name: string, ...values: string[]) =>
  values
    .map((value) => `<${name}><Identifier Qualifier="OIDAsURN">urn:oid:${value}</Identifier></${name}>`)
    .join('')
const usage = (value: boolean) =>
  `<KeyUsage><KeyUsageBit name="nonRepudiation">${value}</KeyUsageBit></KeyUsage>`
const subject = (...values: string[]) =>
  others(`<CertSubjectDNAttribute>${identifiers('AttributeOID', ...values)}</CertSubjectDNAttribute>`)
const purposes = (...values: string[]) =>
  others(`<ExtendedKeyUsage>${identifiers('KeyPurposeId', ...values)}</ExtendedKeyUsage>`)
const unheardOf = others('<QcCCLegislation>AT</QcCCLegislation>')
const [organisation, title] = ['2.5.4.10', '2.5.4.12']

const qualifies = (qualifier: string, list: string) =>
  `<Extension Critical="true"><Qualifications><QualificationElement><Qualifiers><Qualifier uri="http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/${qualifier}"/></Qualifiers>${list}</QualificationElement></Qualifications></Extension>`

function levelWith(...extensions: string[]) {
  const services = extensions.map((one) => ({ certificate: pki.issuing.certificate.raw, extensions: one }))
  const { lists } = openTrustLists([aTrustList({ services }, operator)], [operator.certificate.raw])
  const { overall, signatures } = validatePdf(signed, { anchors: [], trustLists: lists, at: new Date() })
  const isUncertain = signatures[0]?.infos.some(({ code }) => code === 'trust_list_criteria_unknown')
  return [overall, signatures[0]?.qualification.result, isUncertain]
}

test.each([
  ['not qualified by the attributes of its subject', 'NotQualified', subject(organisation), 'ADES'],
  ['not qualified by attributes, one of which it lacks', 'NotQualified', subject(organisation, title), 'QES'],
  ['not qualified by the purposes of its key', 'NotQualified', purposes(oids.emailProtection), 'ADES'],
  ['not qualified by a purpose that its key lacks', 'NotQualified', purposes(oids.ocspSigning), 'QES'],
  ['one for seals by the attributes of its subject', 'QCForESeal', subject(organisation), 'QESEAL'],
  ['one for websites by the purposes of its key', 'QCForWSA', purposes(oids.emailProtection), 'ADES'],
])('a certificate that the list says is %s has the level that follows', (_, qualifier, list, expected) => {
  expect(levelWith(qualifies(qualifier, criteria('all', usage(true), list)))).toEqual([
    'TOTAL_PASSED',
    expected,
    false,
  ])
})

test.each([
  ['at least one is met', 'NotQualified', criteria('atLeastOne', usage(true), unheardOf), 'ADES'],
  ['one of all is not met', 'NotQualified', criteria('all', usage(false), unheardOf), 'QES'],
  ['one that must not be met is', 'NotQualified', criteria('none', usage(true), unheardOf), 'QES'],
  [
    'a list within is met',
    'QCNoQSCD',
    criteria('all', criteria('atLeastOne', usage(true), unheardOf)),
    'ADES_QC',
  ],
])('a criterion that is not evaluated changes nothing where %s', (_, qualifier, list, expected) => {
  expect(levelWith(qualifies(qualifier, list))).toEqual(['TOTAL_PASSED', expected, false])
})

test('a criterion that is not evaluated changes nothing where the level is the same either way', () => {
  expect(levelWith(qualifies('QCWithQSCD', criteria('all', unheardOf)))).toEqual([
    'TOTAL_PASSED',
    'QES',
    false,
  ])
})

test.each([
  ['all others are met', 'NotQualified', criteria('all', usage(true), unheardOf), 'ADES'],
  ['no other is met', 'NotQualified', criteria('atLeastOne', usage(false), unheardOf), 'ADES'],
  ['no other is met that must not be', 'NotQualified', criteria('none', usage(false), unheardOf), 'ADES'],
  ['how many must be met is unheard of', 'NotQualified', criteria('most', usage(true)), 'ADES'],
  ['there are no criteria', 'NotQualified', '', 'ADES'],
  ['it says that the certificate is for seals', 'QCForESeal', criteria('all', unheardOf), 'QESEAL'],
  ['its identifier is none', 'QCNoQSCD', criteria('all', subject('anything')), 'ADES_QC'],
  ['it is in a list within', 'QCForWSA', criteria('all', criteria('none', unheardOf)), 'ADES'],
])(
  'a criterion that is not evaluated leads to the lowest possible level, and a notice, where %s',
  (_, qualifier, list, expected) => {
    expect(levelWith(qualifies(qualifier, list))).toEqual(['TOTAL_PASSED', expected, true])
  },
)

const [certain, uncertain] = [
  qualifies('QCNoQSCD', criteria('all', usage(true))),
  qualifies('QCNoQSCD', criteria('all', unheardOf)),
]

test.each([
  ['first', [uncertain, certain]],
  ['last', [certain, uncertain]],
])('a service by which the level could be higher leads to a notice if it is listed %s', (_, extensions) => {
  expect(levelWith(...extensions)).toEqual(['TOTAL_PASSED', 'ADES_QC', true])
})

test('a service by which the level could not be higher than by another leads to no notice', () => {
  const plain = qualifies('QCWithQSCD', criteria('all', usage(true)))
  expect(levelWith(uncertain, plain)).toEqual(['TOTAL_PASSED', 'QES', false])
})
