import { describe, expect, test } from 'vitest'
import { aPki } from '../../cms/testing/sample-authority.ts'
import { signAll } from '../../testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from '../../testing/pdf-builder.ts'
import { attributeOf, childrenOf, descend, textOf, walkElements } from '../../trust-lists/xml-nodes.ts'
import { readXml } from '../../trust-lists/xml-reader.ts'
import { validatePdf } from '../../validate.ts'
import { answer } from './integration-answer.ts'
import { toReportXml } from './report-xml.ts'
import type { ValidationReport } from './report.ts'

const pki = aPki()
const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
const signed = signAll(aPdf(), pki)
const report = validatePdf(signed, policy)
const broken = validatePdf(appendRevision(Buffer.concat(signed), { 3: streamObject('BT ET') }), policy)

describe('the short answer', () => {
  test('counts signatures, not timestamps, and does not guess a legal level', () => {
    expect(answer(report)).toEqual({
      id: report.file.sha256,
      valid: true,
      signatures: 1,
      validSignatures: 1,
      quality: null,
      legislation: null,
      longTermValidation: true,
      visualDifferences: false,
      undefinedChanges: false,
    })
  })

  test('of a changed file is that it is not valid', () => {
    expect(answer(broken, { infos: ['signer', 'validation'] })).toMatchObject({
      valid: false,
      validSignatures: 0,
      visualDifferences: true,
      undefinedChanges: true,
      additionalInfos: {
        signer: [{ valid: false, visualDifferences: true, undefinedChanges: true }],
        validation: {
          indication: 'TOTAL-FAILED',
          subIndication: 'FORMAT_FAILURE',
          details: expect.arrayContaining(['changed_after_signing']),
        },
      },
    })
  })

  test('of an unsigned file is that it is not valid', () => {
    expect(answer(validatePdf(aPdf(), policy))).toMatchObject({ valid: false, signatures: 0 })
  })

  const aReport = (result: 'QES' | 'QESEAL' | 'ADES', legislation: 'CH' | 'EU'): ValidationReport => ({
    ...report,
    signatures: report.signatures.map((one) => ({ ...one, qualification: { result, legislation } })),
  })
  test.each([
    [{ quality: 'QES' }, 'QES', true],
    [{ quality: 'QES' }, 'ADES', false],
    [{ quality: 'AES' }, 'ADES', true],
    [{ quality: 'QES' }, 'QESEAL', false],
    [{ quality: 'AES' }, 'QESEAL', true],
    [{ legislation: 'EU' }, 'QES', false],
    [{ legislation: 'CH' }, 'QES', true],
    [{ legislation: 'CH_EU' }, 'QES', true],
  ] as const)('to %o for %s by Swiss law is %s', (demands, result, expected) => {
    expect(answer(aReport(result, 'CH'), demands).valid).toBe(expected)
  })
})

describe('the report in XML', () => {
  const root = readXml(Buffer.from(toReportXml(report) ?? ''))
  const all = [...walkElements(root)]

  test('has a report for each signature, in the order of the schema', () => {
    const reports = childrenOf(root, 'SignatureValidationReport')
    expect(reports).toHaveLength(2)
    expect(textOf(descend(reports[0], 'SignatureValidationStatus', 'MainIndication'))).toBe(
      'urn:etsi:019102:mainindication:total-passed',
    )
    expect(reports[0]?.children.map((node) => (node.kind === 'element' ? node.localName : ''))).toEqual([
      'SignatureIdentifier',
      'ValidationTimeInfo',
      'SignersDocument',
      'SignatureAttributes',
      'SignerInformation',
      'SignatureQuality',
      'SignatureValidationProcess',
      'SignatureValidationStatus',
    ])
  })

  test('refers to nothing that is not in it', () => {
    const ids = all.flatMap((one) => attributeOf(one, 'id') ?? [])
    const references = all.flatMap((one) => attributeOf(one, 'VOReference') ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    expect(references.length).toBeGreaterThan(5)
    expect(references.filter((one) => !ids.includes(one))).toEqual([])
  })

  test('says why a signature failed', () => {
    const xml = toReportXml(broken) ?? ''
    expect(xml).toContain('urn:etsi:019102:mainindication:total-failed')
    expect(xml).toContain('urn:etsi:019102:subindication:FORMAT_FAILURE')
    expect(xml).toContain('urn:countersign:validation:changed_after_signing')
  })

  test('holds what the file claims as text and nothing else', () => {
    const [first, ...rest] = report.signatures
    const reason = '</ReasonElement><x a="&\u0000\u0007\ud800'
    const claimed = { ...report, signatures: first ? [{ ...first, claims: { reason } }, ...rest] : [] }
    const reasons = [...walkElements(readXml(Buffer.from(toReportXml(claimed) ?? '')))]
    expect(textOf(reasons.find(({ localName }) => localName === 'ReasonElement'))).toBe(
      '</ReasonElement><x a="&\ufffd',
    )
  })

  test('does not exist for a file without signatures', () => {
    expect(toReportXml(validatePdf(aPdf(), policy))).toBeNull()
  })
})
