import { describe, expect, test } from 'vitest'
import {
  aCrl,
  aHolder,
  aPki,
  aTimestampToken,
  daysFromNow,
  timestampingExtensions,
} from '../cms/testing/sample-authority.ts'
import { prepareArchiveRenewal } from '../archive-renewal.ts'
import { embedSignature } from '../contents-placeholder.ts'
import { prepareDocumentTimestamp } from '../prepare.ts'
import { joined, type Pki, signAll, validationData } from '../testing/ceremony.ts'
import { aPdf } from '../testing/pdf-builder.ts'
import { validatePdf } from '../validate.ts'
import { addValidationData } from '../validation-data.ts'
import { answer } from './reports/integration-answer.ts'

/** As ours: authorities for long, a signer for a year; statuses last a day. */
const aLongPki = (unit: number) => aPki({ until: daysFromNow(6000), unitUntil: daysFromNow(unit) })

const [pki, brief] = [aLongPki(4000), aLongPki(500)]
const days = [0.5, 3, 100, 730]

/** What is said of the file at each time: of the whole, then of the signature and its level, then of the timestamps. */
const overTime = (bytes: Uint8Array, { root }: Pki = pki) =>
  days.map((after) => {
    const report = validatePdf(bytes, { anchors: [root.certificate.raw], at: daysFromNow(after) })
    const [signature, ...timestamps] = report.signatures
    const said = (one = signature) => one?.subIndication ?? one?.indication
    return [report.overall, said(), signature?.level, ...timestamps.map(said)].join(' ')
  })

describe('half a day, three days, a hundred days and two years after signing', () => {
  test('B-B lacks the status of its certificate, and in the end proof of its time', () => {
    expect(overTime(joined(signAll(aPdf(), pki, { level: 'B-B' })))).toEqual([
      'INDETERMINATE TRY_LATER B-B',
      'INDETERMINATE TRY_LATER B-B',
      'INDETERMINATE TRY_LATER B-B',
      'INDETERMINATE OUT_OF_BOUNDS_NO_POE B-B',
    ])
  })

  test('B-T lacks the status of its certificate', () => {
    expect(overTime(joined(signAll(aPdf(), pki, { level: 'B-T' })))).toEqual(
      days.map(() => 'INDETERMINATE TRY_LATER B-T'),
    )
  })

  test('B-LT stays B-LT', () => {
    expect(overTime(joined(signAll(aPdf(), pki, { level: 'B-LT' })))).toEqual(
      days.map(() => 'TOTAL_PASSED TOTAL_PASSED B-LT'),
    )
  })

  test('B-LTA stays valid when the status of its newest timestamp has run out', () => {
    expect(overTime(joined(signAll(aPdf(), pki)))).toEqual([
      'TOTAL_PASSED TOTAL_PASSED B-LTA TOTAL_PASSED',
      ...days.slice(1).map(() => 'TOTAL_PASSED TOTAL_PASSED B-LTA TRY_LATER'),
    ])
  })

  test('B-LTA proves nothing after the end of its newest timestamp', () => {
    expect(overTime(joined(signAll(aPdf(), brief)), brief).at(-1)).toBe(
      'INDETERMINATE OUT_OF_BOUNDS_NO_POE B-B OUT_OF_BOUNDS_NO_POE',
    )
  })

  test('B-LTA with a renewed timestamp stays valid after the end of the one before', () => {
    const chunks = signAll(aPdf(), brief)
    const { store, prepared } = prepareArchiveRenewal(chunks, validationData(brief))
    const unit = aHolder({
      name: 'Younger time-stamps',
      issuer: brief.issuing,
      extensions: timestampingExtensions(),
      notAfter: daysFromNow(3000),
    })
    chunks.push(store, embedSignature(prepared, aTimestampToken(unit, prepared.digest)))
    expect(overTime(joined(chunks), brief)).toEqual(
      days.map(() => 'TOTAL_PASSED TOTAL_PASSED B-LTA TOTAL_PASSED TRY_LATER'),
    )
  })
})

describe('a document timestamp', () => {
  const signed = joined(signAll(aPdf(), pki, { level: 'B-LT' }))
  const stamped = (tokenOf: (digest: Uint8Array) => Uint8Array, base: Buffer = signed) => {
    const prepared = prepareDocumentTimestamp(base)
    return joined([base, embedSignature(prepared, tokenOf(prepared.digest))])
  }
  const genuine = (digest: Uint8Array) => aTimestampToken(pki.timestamper, digest)
  const policy = { anchors: [pki.root.certificate.raw], at: daysFromNow(3) }

  test('long after signing makes B-LTA of what is B-LT', () => {
    const late = stamped((digest) => aTimestampToken(pki.timestamper, digest, undefined, daysFromNow(30)))
    const { signatures } = validatePdf(late, { ...policy, at: daysFromNow(40) })
    expect(signatures[0]).toMatchObject({ indication: 'TOTAL_PASSED', level: 'B-LTA' })
  })

  test.each([
    ['over other bytes', stamped(() => genuine(Buffer.alloc(32))), 'TOTAL_FAILED', 'HASH_FAILURE'],
    [
      'of an authority that nobody trusts',
      stamped((digest) => aTimestampToken(aPki().timestamper, digest)),
      'INDETERMINATE',
      'NO_CERTIFICATE_CHAIN_FOUND',
    ],
    [
      'in the wrong order',
      stamped(
        genuine,
        stamped((digest) => aTimestampToken(pki.timestamper, digest, undefined, daysFromNow(2))),
      ),
      'INDETERMINATE',
      'TIMESTAMP_ORDER_FAILURE',
    ],
  ])('%s counts against the file', (_, bytes, overall, subIndication) => {
    const report = validatePdf(bytes, policy)
    expect(report.overall).toBe(overall)
    expect(report.signatures[1]).toMatchObject({ type: 'timestamp', subIndication })
    expect(answer(report)).toMatchObject({ valid: false, validSignatures: 1 })
  })

  test('of an authority whose certificate was revoked counts against the file', () => {
    const { serialNumber } = pki.timestamper.certificate
    const revokedAt = daysFromNow(-0.1)
    const crls = [aCrl(pki.issuing, [{ serialNumber, revokedAt }], daysFromNow(2.5))]
    const report = validatePdf(stamped(genuine), { ...policy, cache: { crls } })
    expect(report.overall).toBe('INDETERMINATE')
    expect(report.signatures[1]?.subIndication).toBe('REVOKED_NO_POE')
  })

  test('alone in a file is all that the file is judged by', () => {
    const base = aPdf()
    const report = validatePdf(
      stamped(genuine, joined([base, addValidationData(base, validationData(pki))])),
      policy,
    )
    expect(report).toMatchObject({ overall: 'INDETERMINATE', signatures: [{ subIndication: 'TRY_LATER' }] })
    expect(answer(report).valid).toBe(false)
  })

  test('of which only a later status is missing leaves the answer to the signatures', () => {
    const report = validatePdf(joined(signAll(aPdf(), pki)), policy)
    expect(report.signatures[1]?.subIndication).toBe('TRY_LATER')
    expect(answer(report, { longTermValidation: true, infos: ['validation'] })).toMatchObject({
      valid: true,
      additionalInfos: { validation: { indication: 'TOTAL-PASSED', details: ['revocation_unknown'] } },
    })
    expect(answer(report, { infos: ['validation'] }).additionalInfos?.validation).not.toHaveProperty(
      'subIndication',
    )
  })
})
