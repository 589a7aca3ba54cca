import { expect, test } from 'vitest'
import { newestArchiveTimestamp, prepareArchiveRenewal } from './archive-renewal.ts'
import {
  aHolder,
  aPki,
  aTimestampToken,
  daysFromNow,
  timestampingExtensions,
} from './cms/testing/sample-authority.ts'
import { inspect } from './inspect.ts'
import { hashPrefix } from './prefix-hash.ts'
import { embedSignature } from './contents-placeholder.ts'
import { joined, signAll, validationData } from './testing/ceremony.ts'
import { aPdf } from './testing/pdf-builder.ts'
import { qpdfComplaints } from './testing/qpdf.ts'

const pki = aPki()

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
