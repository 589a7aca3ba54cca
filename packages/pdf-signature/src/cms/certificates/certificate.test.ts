import { randomBytes, sign, X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseCertificate } from './certificate.ts'
import { CmsError } from '../cms-error.ts'
import { children, readElement, readInteger, readOid, readTime } from '../der/der-reader.ts'
import { bitString, boolean, integer, octetString, oid, sequence, time, tlv } from '../der/der-writer.ts'
import {
  authorityInformationAccess,
  certificatePolicies,
  crlDistributionPoint,
  extension,
  keyUsage,
  validityAssuredShortTerm,
} from './extension-encoding.ts'
import { encodeName } from './name-encoding.ts'
import { oids } from '../der/object-identifiers.ts'
import { readName } from './distinguished-name.ts'
import { aHolder, authorityExtensions, rsaKeys } from '../testing/sample-authority.ts'
import { withOpenssl } from '../testing/openssl.ts'

const uuidPolicy = '2.25.183194486372973220067363295300205967694'

test('a certificate is read once; a changed byte makes another, and what is read keeps no file in memory', () => {
  const { raw } = aHolder({ name: 'Anna', keys: rsaKeys(2048) }).certificate
  const file = Buffer.concat([Buffer.alloc(100_000), raw, Buffer.alloc(100_000)])
  const inFile = file.subarray(100_000, 100_000 + raw.length)
  const read = parseCertificate(inFile)
  expect(parseCertificate(Uint8Array.from(raw))).toBe(read)
  expect(read.tbs.buffer.byteLength).toBeLessThan(file.length)
  const changed = Uint8Array.from(raw)
  changed.set([(changed.at(-1) ?? 0) ^ 1], changed.length - 1)
  expect(parseCertificate(changed)).not.toBe(read)
  inFile.fill(0)
  expect(parseCertificate(raw).subject).toContain('Anna')
  expect(() => parseCertificate(inFile)).toThrow(CmsError)
})

test('others push a certificate out of what is remembered, and it is read again', () => {
  const { raw } = aHolder({ name: 'Anna' }).certificate
  const first = parseCertificate(raw)
  for (let others = 0; others < 300; others += 1)
    parseCertificate(Buffer.concat([raw, Uint8Array.of(others >> 8, others)]))
  const again = parseCertificate(raw)
  expect(again).not.toBe(first)
  expect(again).toEqual(first)
})

test('what is read of a certificate is what Node reads of it', () => {
  const issuer = aHolder({
    name: 'Ausstellerin Zürich',
    extensions: authorityExtensions(3),
    keys: rsaKeys(2048),
  })
  const { certificate } = aHolder({
    name: '署名 Anna, "A" <Muster>',
    issuer,
    extensions: [
      keyUsage('nonRepudiation'),
      authorityInformationAccess({ issuer: 'http://ca.test/issuer.crt', ocsp: 'http://ca.test/ocsp' }),
      crlDistributionPoint('http://ca.test/list.crl'),
      certificatePolicies(uuidPolicy),
    ],
  })
  const other = new X509Certificate(certificate.raw)
  expect(certificate.serialNumber).toBe(other.serialNumber.toLowerCase())
  expect(certificate.notBefore).toEqual(new Date(other.validFrom))
  expect(certificate.notAfter).toEqual(new Date(other.validTo))
  expect(other.subject).toContain('署名 Anna')
  expect(readName(certificate.subjectName).at(-1)).toEqual({ type: 'CN', value: '署名 Anna, "A" <Muster>' })
  expect(certificate.subject).toBe('CN=署名 Anna\\, \\"A\\" \\<Muster\\>, O=Example AG')
  expect(other.infoAccess).toBe('OCSP - URI:http://ca.test/ocsp\nCA Issuers - URI:http://ca.test/issuer.crt')
  expect(certificate).toMatchObject({
    issuer: 'CN=Ausstellerin Zürich, O=Example AG',
    isAuthority: false,
    keyUsage: [1],
    ocspUrls: ['http://ca.test/ocsp'],
    issuerUrls: ['http://ca.test/issuer.crt'],
    crlUrls: ['http://ca.test/list.crl'],
    policies: [uuidPolicy],
  })
  expect(issuer.certificate).toMatchObject({ isAuthority: true, pathLength: 3, keyUsage: [5, 6] })
  expect(other.verify(new X509Certificate(issuer.certificate.raw).publicKey)).toBe(true)
})

test('OpenSSL finds every extension in its place', () => {
  const { certificate } = aHolder({
    name: 'Root',
    extensions: [...authorityExtensions(1), certificatePolicies(uuidPolicy)],
  })
  const text = withOpenssl({ 'root.der': certificate.raw }, (openssl) =>
    openssl(...'x509 -inform DER -in root.der -noout -text'.split(' ')),
  )
  expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:1/)
  expect(text).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign/)
  expect(text).toContain(`Policy: ${uuidPolicy}`)
})

describe('bytes that are no certificate are a CmsError', () => {
  const { certificate } = aHolder({ name: 'Anna' })

  test('cut off anywhere', () => {
    for (let length = 0; length < certificate.raw.length; length++)
      expect(() => parseCertificate(certificate.raw.subarray(0, length))).toThrow(CmsError)
  })

  test('with a serial number of no bytes', () => {
    const { key } = aHolder({ name: 'Eve' })
    const [tbs, algorithm] = children(readElement(certificate.raw))
    const fields = children(tbs ?? certificate.raw).map(({ tag, raw }) => (tag === 0x02 ? tlv(0x02) : raw))
    const body = sequence(...fields)
    const signed = sequence(body, algorithm?.raw ?? body, bitString(sign('sha256', body, key)))
    expect(() => parseCertificate(signed)).toThrow(CmsError)
  })

  test('with an extension twice', () => {
    const extensions = [keyUsage('digitalSignature'), keyUsage('keyCertSign')]
    expect(() => aHolder({ name: 'Eve', extensions })).toThrow(CmsError)
  })

  test('of any other kind', () => {
    for (const bytes of [Buffer.from('%PDF-1.7'), randomBytes(500), tlv(0x30), Buffer.from('3080', 'hex')])
      expect(() => parseCertificate(bytes)).toThrow(CmsError)
  })
})

test('what an extension says as it would without saying it is read, as some issuers write it', () => {
  const extensions = [
    sequence(oid('1.2.3.4'), boolean(false), octetString(boolean(true))),
    extension(oids.basicConstraints, sequence(boolean(false))),
  ]
  const { certificate } = aHolder({ name: 'Anna', extensions })
  expect(certificate.extensions.get('1.2.3.4')?.critical).toBe(false)
  expect(certificate.isAuthority).toBe(false)
})

test('an authority’s certificate has a status, however short its life', () => {
  const extensions = [...authorityExtensions(), validityAssuredShortTerm()]
  expect(aHolder({ name: 'Root', extensions }).certificate.revocationData).toBe('published')
})

test('a country must be one', () => {
  expect(() => encodeName([['C', 'Switzerland']])).toThrow(CmsError)
})

test.each([0, 1, 127, 128, 255, 256, 65_536, 2 ** 40])(
  'the integer %d is read as it was written',
  (value) => {
    expect(readInteger(readElement(integer(value)), 'number')).toBe(value)
  },
)

test.each(['0.4.0.2042.1.1', '1.2.840.113549.1.7.2', '2.5.29.15', '2.999.3', uuidPolicy])(
  'the identifier %s is read as it was written',
  (dotted) => {
    expect(readOid(readElement(oid(dotted)), 'identifier')).toBe(dotted)
  },
)

test.each(['1950-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z'])(
  'the time %s is read as it was written',
  (at) => {
    expect(readTime(readElement(time(new Date(at))), 'time')).toEqual(new Date(at))
  },
)

test('a part of a second is read to the millisecond', () => {
  const read = (text: string) => readTime(readElement(tlv(0x18, Buffer.from(text))), 'time').toISOString()
  expect(['20261120120000.5Z', '20261120120000.0625Z'].map(read)).toEqual([
    '2026-11-20T12:00:00.500Z',
    '2026-11-20T12:00:00.062Z',
  ])
})

test('a number that is no small one is refused', () => {
  expect(() => readInteger(readElement(integer(Buffer.alloc(7, 1))), 'number')).toThrow(CmsError)
})

test.each(['20261320000000Z', '2026112000', 'tomorrow', '20261120120000+0100'])(
  'the time %s is refused',
  (text) => {
    expect(() => readTime(readElement(tlv(0x18, Buffer.from(text))), 'time')).toThrow(CmsError)
  },
)
