import { describe, expect, test } from 'vitest'
import { newestArchiveTimestamp, prepareArchiveRenewal } from './archive-renewal.ts'
import {
  aHolder,
  aPki,
  aTimestampToken,
  authorityExtensions,
  daysFromNow,
  rsaKeys,
  timestampingExtensions,
} from './cms/testing/sample-authority.ts'
import type { HolderOptions } from './cms/testing/sample-authority.ts'
import { extendedKeyUsage, keyUsage, ocspNoCheck } from './cms/certificates/extension-encoding.ts'
import { oids } from './cms/der/object-identifiers.ts'
import { inspect } from './inspect.ts'
import { hashPrefix } from './prefix-hash.ts'
import { embedSignature } from './contents-placeholder.ts'
import { joined, signAll, validationData } from './testing/ceremony.ts'
import { aPdf } from './testing/pdf-builder.ts'
import { validatePdf } from './validate.ts'
import { qpdfComplaints } from './testing/qpdf.ts'

const long = daysFromNow(3000)
const pki = aPki({ until: long, unitUntil: daysFromNow(365) })

test('a renewal covers the timestamp before it and lasts as long as its own certificate', () => {
  const chunks = signAll(aPdf(), pki)
  const before = newestArchiveTimestamp(chunks)
  expect(before?.weakensAt).toEqual(pki.timestamper.certificate.notAfter)

  const younger = aHolder({
    name: 'Younger',
    issuer: pki.issuing,
    notAfter: daysFromNow(2000),
    extensions: timestampingExtensions(),
  })
  const { store, prepared } = prepareArchiveRenewal(chunks, validationData(pki))
  chunks.push(store, embedSignature(prepared, aTimestampToken(younger, prepared.digest)))
  expect(newestArchiveTimestamp(chunks)?.weakensAt).toEqual(younger.certificate.notAfter)
  expect(inspect(chunks).signatures).toMatchObject([
    { fieldName: 'Signer 1' },
    { fieldName: 'Timestamp', covers: 'earlier_revision' },
    { fieldName: 'Timestamp2', covers: 'whole_file' },
  ])
  expect(qpdfComplaints(joined(chunks))).toBe('')
})

test('a renewal hashes a long file once', () => {
  const chunks = signAll(aPdf(), pki)
  const data = { ...validationData(pki), crls: [Buffer.from('300100', 'hex')] }
  const [base] = chunks
  const known = prepareArchiveRenewal(chunks, data, { prefixHash: hashPrefix(base ?? []) })
  expect(known.store.length).toBeGreaterThan(0)
  expect(known.prepared.digest).toEqual(prepareArchiveRenewal(joined(chunks), data).prepared.digest)
})

test('a file without a document timestamp that can be read has none', () => {
  const { prepared } = prepareArchiveRenewal(aPdf(), { certificates: [], ocsps: [], crls: [] })
  const nonsense = embedSignature(prepared, Buffer.from('3003020101', 'hex'))
  expect(newestArchiveTimestamp([aPdf(), nonsense])).toBeUndefined()
  expect(newestArchiveTimestamp(signAll(aPdf(), pki, { level: 'B-LT' }))).toBeUndefined()
  expect(newestArchiveTimestamp(aPdf())).toBeUndefined()
})

describe('a timestamp protects a file', () => {
  const endOfLegacy = new Date('2031-01-01T00:00:00Z')
  const until = new Date('2038-01-01T00:00:00Z')
  const aRsaHolder = (bits: number, options: HolderOptions) => aHolder({ ...options, keys: rsaKeys(bits) })
  const authority = { extensions: authorityExtensions(), notAfter: until }

  /** When what a unit stamped weakens, and what the validator says of the signature just before and just after. */
  function weakening(own: ReturnType<typeof aPki>): {
    readonly weakensAt?: Date
    readonly verdicts: unknown[]
  } {
    const file = joined(signAll(aPdf(), own))
    const anchors = [own.root.certificate.raw]
    const weakensAt = newestArchiveTimestamp(file, anchors)?.weakensAt
    const verdictAt = (after: number) => {
      const at = new Date(Number(weakensAt) + after)
      return validatePdf(file, { anchors, at }).signatures[0]?.indication
    }
    return { ...(weakensAt ? { weakensAt } : {}), verdicts: [verdictAt(-1000), verdictAt(1000)] }
  }
  const ends = ['TOTAL_PASSED', 'INDETERMINATE']

  test('until its own key is too short', () => {
    const own = aPki({ until, unitKeys: rsaKeys(2048) })
    expect(weakening(own)).toEqual({ weakensAt: endOfLegacy, verdicts: ends })
  })

  test('until its certificate ends, where nothing ends before', () => {
    expect(weakening(aPki({ until, unitKeys: rsaKeys(3072) }))).toEqual({ weakensAt: until, verdicts: ends })
  })

  test('until the key of an authority above it is too short', () => {
    const usual = aPki({ until })
    const root = aRsaHolder(2048, { name: 'Short root', ...authority })
    const issuing = aHolder({ name: 'Issuing below', issuer: root, ...authority })
    const below = { issuer: issuing, notAfter: until }
    const timestamper = aHolder({ name: 'Unit', ...below, extensions: timestampingExtensions() })
    const responder = aHolder({
      name: 'Responder',
      ...below,
      extensions: [keyUsage('digitalSignature'), extendedKeyUsage([oids.ocspSigning]), ocspNoCheck()],
    })
    const signer = aHolder({ name: 'Anna Muster', issuer: issuing })
    expect(weakening({ ...usual, root, issuing, signer, responder, timestamper })).toEqual({
      weakensAt: endOfLegacy,
      verdicts: ends,
    })
  })

  test('until an authority above it ends', () => {
    const own = aPki({ until: daysFromNow(700), unitUntil: daysFromNow(2000) })
    expect(weakening(own)).toEqual({ weakensAt: own.issuing.certificate.notAfter, verdicts: ends })
  })
})
