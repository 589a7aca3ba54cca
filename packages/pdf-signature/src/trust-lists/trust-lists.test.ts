import { createPublicKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { oid, sequence } from '../cms/der/der-writer.ts'
import { extension, keyUsage } from '../cms/certificates/extension-encoding.ts'
import { oids } from '../cms/der/object-identifiers.ts'
import { aHolder, aPki, daysFromNow } from '../cms/testing/sample-authority.ts'
import { signAll } from '../testing/ceremony.ts'
import type { Pki } from '../testing/ceremony.ts'
import { aPdf } from '../testing/pdf-builder.ts'
import { aTrustList } from '../testing/trust-list-builder.ts'
import type { ListPlan } from '../testing/trust-list-builder.ts'
import { validatePdf } from '../validate.ts'
import { canonicalise } from './canonical-xml.ts'
import { openTrustLists } from './open-trust-lists.ts'
import { readTrustList } from './read-trust-list.ts'
import { textOf, walkElements } from './xml-nodes.ts'
import { readXml } from './xml-reader.ts'

const operator = aHolder({ name: 'Scheme operator' })
const known = [operator.certificate.raw]
const pki = aPki()
const issuing = pki.issuing.certificate.raw
const code = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return (error as { code?: unknown }).code
  }
}

describe('a trusted list', () => {
  const list = aTrustList({ territory: 'CH', services: [{ certificate: issuing }] }, operator)

  test('is read with its services when its operator signed it', () => {
    expect(readTrustList(list, known)).toMatchObject({
      territory: 'CH',
      schemeOperator: 'Authority & Co',
      sequenceNumber: 7,
      services: [{ provider: 'Example Trust', type: 'CA/QC', periods: [{ status: 'granted' }] }],
    })
  })

  const edited = (from: string, to: string): Buffer => Buffer.from(list.toString().replace(from, to))
  const signature = /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(list.toString())?.[0] ?? ''

  test.each([
    ['changed', edited('>7<', '>8<'), known, 'signature_invalid'],
    [
      'with a changed status',
      edited('Svcstatus/granted', 'Svcstatus/accredited'),
      known,
      'signature_invalid',
    ],
    [
      'with changed properties',
      edited('<xades:CertDigest>', '<xades:CertDigest> '),
      known,
      'signature_invalid',
    ],
    ['with a changed reference', edited('URI="#properties"', 'URI="#list"'), known, 'signature_invalid'],
    ['without a signature', edited(signature, ''), known, 'not_signed'],
    ['with its signature twice', edited(signature, signature + signature), known, 'not_signed'],
    ['with its signature further in', edited(signature, `<x>${signature}</x>`), known, 'not_signed'],
    ['by somebody else', list, [issuing], 'signer_unknown'],
    [
      'with a document type',
      edited('<TrustServiceStatusList', '<!DOCTYPE a [<!ENTITY b "c">]><TrustServiceStatusList'),
      known,
      'malformed',
    ],
    ['with an entity', edited('Example Trust', '&file;'), known, 'malformed'],
    ['cut off', list.subarray(0, 900), known, 'malformed'],
    ['in another encoding', Buffer.from([0xff, 0xfe, 60, 0]), known, 'malformed'],
    ['that is something else', Buffer.from('<a/>'), known, 'not_a_trust_list'],
    ['nested without end', Buffer.from('<a>'.repeat(5000)), known, 'too_large'],
  ])('%s is refused', (_, bytes, signers, expected) => {
    expect(code(() => readTrustList(bytes, signers))).toBe(expected)
  })

  test('is opened too when a list of lists names who signs it, in any order', () => {
    const national = aHolder({ name: 'National operator' })
    const lists = [
      aTrustList({ territory: 'DE', services: [{ certificate: issuing }] }, national),
      aTrustList(
        { territory: 'EU', pointers: [{ territory: 'DE', signer: national.certificate.raw }] },
        operator,
      ),
      aTrustList({ territory: 'XX' }, aHolder({ name: 'Nobody' })),
    ]
    const opened = openTrustLists(lists, known)
    expect(opened.lists.map(({ territory }) => territory).toSorted()).toEqual(['DE', 'EU'])
    expect(opened.refused).toMatchObject([{ index: 2, code: 'signer_unknown' }])
  })
})

test.each([
  // Canonical XML 1.0 §3.2 and §3.4, Exclusive XML Canonicalization §2.2 in short.
  ['<a>  <b   x = "1"/> </a>', false, '<a>  <b x="1"></b> </a>'],
  ['<a x="1 &lt; \'2\' &#x9;">&#x26;&#62;&#xD;</a>', false, '<a x="1 &lt; \'2\' &#x9;">&amp;&gt;&#xD;</a>'],
  [
    '<a xmlns:z="urn:z" xmlns:b="urn:b"><b:c z="1" a="2"/></a>',
    false,
    '<a xmlns:b="urn:b" xmlns:z="urn:z"><b:c a="2" z="1"></b:c></a>',
  ],
  [
    '<a xmlns:z="urn:z" xmlns:b="urn:b"><b:c z="1" a="2"/></a>',
    true,
    '<a><b:c xmlns:b="urn:b" a="2" z="1"></b:c></a>',
  ],
  [
    '<a xmlns="urn:a"><b xmlns=""><c xmlns="urn:a"/></b></a>',
    true,
    '<a xmlns="urn:a"><b xmlns=""><c xmlns="urn:a"></c></b></a>',
  ],
])('the canonical form of %s (exclusive: %s)', (xml, isExclusive, expected) => {
  const form = canonicalise(readXml(Buffer.from(xml)), {
    isExclusive,
    inclusivePrefixes: [],
    keepsComments: false,
  })
  expect(form.toString()).toBe(expected)
})

describe('the legal level of a signature', () => {
  const statement = (id: string, ...more: Uint8Array[]) => sequence(oid(`0.4.0.1862.1.${id}`), ...more)
  const types = (...numbers: number[]) =>
    statement('6', sequence(...numbers.map((one) => oid(`0.4.0.1862.1.6.${one}`))))
  const [compliance, device, esign, eseal] = [statement('1'), statement('4'), types(1), types(2)]
  const signerWith = (...statements: Uint8Array[]): Pki => ({
    ...pki,
    signer: aHolder({
      name: 'Anna Muster',
      issuer: pki.issuing,
      extensions: [
        keyUsage('nonRepudiation'),
        ...(statements.length > 0
          ? [extension(oids.qualifiedCertificateStatements, sequence(...statements))]
          : []),
      ],
    }),
  })
  const validate = (signing: Pki, plan: ListPlan) => {
    const trustLists = [readTrustList(aTrustList(plan, operator), known)]
    return validatePdf(signAll(aPdf(), signing), { anchors: [], trustLists, at: new Date() })
  }
  const listed = (more: Partial<NonNullable<ListPlan['services']>[number]> = {}): ListPlan => ({
    services: [{ certificate: issuing, ...more }],
  })
  const asSeal = (qualifier: string) =>
    `<Extension Critical="true"><Qualifications><QualificationElement><Qualifiers><Qualifier uri="http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/${qualifier}"/></Qualifiers><CriteriaList assert="all"><KeyUsage><KeyUsageBit name="nonRepudiation">true</KeyUsageBit></KeyUsage></CriteriaList></QualificationElement></Qualifications></Extension>`
  const forSeals =
    '<Extension Critical="true"><AdditionalServiceInformation><URI xml:lang="en">http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/ForeSeals</URI></AdditionalServiceInformation></Extension>'

  test.each([
    ['qualified with a device', signerWith(compliance, device, esign), listed(), 'QES'],
    ['qualified without a device', signerWith(compliance, esign), listed(), 'ADES_QC'],
    ['a seal with a device', signerWith(compliance, device, eseal), listed(), 'QESEAL'],
    ['without statements', signerWith(), listed(), 'ADES'],
    [
      'that states to be for seals by the list',
      signerWith(compliance, device),
      listed({ extensions: asSeal('QCForESeal') }),
      'QESEAL',
    ],
    [
      'that the list says has no device',
      signerWith(compliance, device, esign),
      listed({ extensions: asSeal('QCNoQSCD') }),
      'ADES_QC',
    ],
    [
      'that the list says has a device',
      signerWith(compliance, esign),
      listed({ extensions: asSeal('QCWithQSCD') }),
      'QES',
    ],
    [
      'that the list says is not qualified',
      signerWith(compliance, device, esign),
      listed({ extensions: asSeal('NotQualified') }),
      'ADES',
    ],
    [
      'of a service for seals only',
      signerWith(compliance, device, esign),
      listed({ extensions: forSeals }),
      'ADES',
    ],
    [
      'of a service granted after the certificate was issued',
      signerWith(compliance, device, esign),
      listed({ from: daysFromNow(-0.5) }),
      'ADES',
    ],
  ])('%s', (_, signing, plan, expected) => {
    const { overall, signatures } = validate(signing, plan)
    expect(overall).toBe('TOTAL_PASSED')
    expect(signatures[0]?.qualification).toMatchObject({
      result: expected,
      legislation: 'CH',
      trustServiceProvider: 'Example Trust',
    })
  })

  test('of a withdrawn service is none, nor is it trusted any longer', () => {
    const plan = listed({
      status: 'withdrawn',
      from: daysFromNow(-0.5),
      history: [{ status: 'granted', from: new Date('2020-01-01') }],
    })
    expect(validate(signerWith(compliance, device, esign), plan)).toMatchObject({
      overall: 'INDETERMINATE',
      signatures: [
        {
          subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
          qualification: { result: 'NOT_KNOWN' },
          infos: expect.arrayContaining([
            {
              code: 'trust_service_not_granted',
              parameters: { service: 'CA/QC service', status: 'withdrawn' },
            },
          ]),
        },
        {},
      ],
    })
  })

  test('is not known where no list speaks of the issuer, though it is trusted', () => {
    const trustLists = [readTrustList(aTrustList({}, operator), known)]
    const anchors = [pki.root.certificate.raw]
    const report = validatePdf(signAll(aPdf(), pki), { anchors, trustLists, at: new Date() })
    expect(report).toMatchObject({
      overall: 'TOTAL_PASSED',
      signatures: [{ qualification: { result: 'NOT_KNOWN', legislation: null } }, {}],
    })
  })

  test('is known by a list that writes the issuer’s name in another way', () => {
    const { key } = pki.issuing
    const subject = [
      ['O', 'EXAMPLE AG'],
      ['CN', 'issuing'],
    ] as const
    const keys = { publicKey: createPublicKey(key), privateKey: key }
    const { certificate } = aHolder({ name: 'Issuing', subject, issuer: pki.root, keys })
    const trustLists = [readTrustList(aTrustList(listed({ certificate: certificate.raw }), operator), known)]
    const file = signAll(aPdf(), signerWith(compliance, device, esign))
    const { signatures } = validatePdf(file, {
      anchors: [pki.root.certificate.raw],
      trustLists,
      at: new Date(),
    })
    expect(signatures[0]?.qualification).toMatchObject({ result: 'QES', legislation: 'CH' })
  })

  test('is by the law of the EU where a member lists the issuer, and its timestamp qualified where listed so', () => {
    const services = [
      { certificate: issuing },
      { type: 'TSA/QTST', certificate: pki.timestamper.certificate.raw },
    ]
    const report = validate(signerWith(compliance, device, esign), { territory: 'DE', services })
    expect(report.signatures).toMatchObject([
      {
        qualification: { result: 'QES', legislation: 'EU', territory: 'DE' },
        timestampQualification: { result: 'QUALIFIED_TIMESTAMP' },
      },
      { type: 'timestamp', qualification: { result: 'QUALIFIED_TIMESTAMP' } },
    ])
  })

  const qualified = { type: 'TSA/QTST', certificate: pki.timestamper.certificate.raw }
  const [granted, withdrawn] = [{ certificate: issuing }, { ...qualified, status: 'withdrawn' }]
  const unqualified = { ...qualified, type: 'TSA/TSS-QC' }
  test.each<[string, ListPlan[], ListPlan[]]>([
    [
      'withdrawn in one list and granted in another',
      [{ territory: 'AT', services: [withdrawn] }, { services: [granted, qualified] }],
      [{ services: [granted, qualified] }, { territory: 'AT', services: [withdrawn] }],
    ],
    [
      'listed both as unqualified and as qualified',
      [{ services: [granted, unqualified, qualified] }],
      [{ services: [granted, qualified, unqualified] }],
    ],
  ])('has a qualified timestamp by an authority %s, whatever the order', (_, ...orders) => {
    const file = signAll(aPdf(), signerWith(compliance, device, esign))
    for (const plans of orders) {
      const trustLists = plans.map((plan) => readTrustList(aTrustList(plan, operator), known))
      const { signatures } = validatePdf(file, { anchors: [], trustLists, at: new Date() })
      expect(signatures[0]?.timestampQualification).toMatchObject({
        result: 'QUALIFIED_TIMESTAMP',
        legislation: 'CH',
        trustService: 'TSA/QTST service',
      })
    }
  })

  test('is told with a warning by a list past its next update', () => {
    const report = validate(signerWith(compliance, device, esign), {
      ...listed(),
      nextUpdate: daysFromNow(-1),
    })
    expect(report).toMatchObject({
      overall: 'TOTAL_PASSED',
      withReservation: true,
      warnings: [{ code: 'trust_list_stale', parameters: { territory: 'CH' } }],
      trustLists: [{ isStale: true }],
    })
  })
})

describe('hostile XML', () => {
  const opened = Array.from(
    { length: 60 },
    (_, i) => `<a${Array.from({ length: 60 }, (__, j) => ` xmlns:n${i}x${j}="u"`).join('')}>`,
  ).join('')
  test.each([
    ['in which more and more namespaces are declared', opened, 'too_large'],
    ['with an entity named as a property of every object', '<a>&constructor;</a>', 'malformed'],
  ])('%s', (_, xml, expected) => {
    expect(code(() => readXml(Buffer.from(xml)))).toBe(expected)
  })

  test('of very many siblings is walked', () => {
    const root = readXml(Buffer.from(`<a>${'<b/>'.repeat(150_000)}</a>`))
    expect([[...walkElements(root)].length, textOf(root)]).toEqual([150_001, ''])
  })
})
