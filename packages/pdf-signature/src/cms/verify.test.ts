import { createHash, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { attempt } from './cms-error.ts'
import { children, readElement } from './der/der-reader.ts'
import { extendedKeyUsage, keyUsage } from './certificates/extension-encoding.ts'
import { integer, octetString, oid, sequence, setOf, tlv } from './der/der-writer.ts'
import { oids } from './der/object-identifiers.ts'
import { addTimestamp, buildSignedData, signatureOf } from './signed-data.ts'
import { attribute, signedAttributes } from './signed-attributes.ts'
import {
  aHolder,
  aPki,
  aSignature,
  aTimestampToken,
  ellipticKeys,
  rsaKeys,
  sha256,
  withoutCertificates,
  withTwoSigners,
} from './testing/sample-authority.ts'
import type { Holder } from './testing/sample-authority.ts'
import { pem, withOpenssl } from './testing/openssl.ts'
import { verifySignedData } from './verify.ts'

const content = Buffer.from('bytes of a document')
const { root, issuing, signer, timestamper } = aPki()
const cms = aSignature(signer, content, [issuing.certificate.raw])
const codes = (bytes: Uint8Array, digest = sha256(content)): string[] =>
  verifySignedData(bytes, digest).problems.map(({ code }) => code)

/** The bytes with the first occurrence of `from` replaced by `to` of the same length. */
function replaced(bytes: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes)
  copy.set(to, copy.indexOf(from))
  return copy
}

function opensslSigned(holder: Holder, ...options: string[]): Uint8Array {
  const key = holder.key.export({ format: 'pem', type: 'pkcs8' }).toString()
  const files = { content, 'key.pem': key, 'signer.pem': pem(holder.certificate.raw) }
  return withOpenssl(files, (openssl, read) => {
    openssl(
      ...'cms -sign -binary -in content -signer signer.pem -inkey key.pem -outform DER -out cms.der'.split(
        ' ',
      ),
      ...options,
    )
    return read('cms.der')
  })
}

test('a signature over unchanged bytes is valid and names its signer', () => {
  const verdict = verifySignedData(cms, sha256(content))
  expect(verdict).toMatchObject({ valid: true, problems: [], departures: [], digestAlgorithm: 'sha256' })
  expect(verdict.signerCertificate?.subject).toBe('CN=Anna Muster, O=Example AG')
  expect(verdict.certificates).toHaveLength(2)
})

test('zeros that fill up /Contents are nothing, other bytes are a problem', () => {
  expect(codes(Buffer.concat([cms, new Uint8Array(100)]))).toEqual([])
  expect(codes(Buffer.concat([cms, Uint8Array.of(0, 0, 1)]))).toEqual(['trailing_bytes'])
})

test('a CMS in BER with indefinite lengths is read', () => {
  const [type, wrapped] = children(readElement(cms))
  const fields = children(readElement(wrapped?.body ?? cms)).map(({ raw }) => raw)
  const ends = new Uint8Array(6)
  const ber = Buffer.concat([
    Uint8Array.of(0x30, 0x80),
    type?.raw ?? cms,
    Uint8Array.of(0xa0, 0x80, 0x30, 0x80),
    ...fields,
    ends,
  ])
  expect(verifySignedData(ber, sha256(content))).toMatchObject({ valid: true, problems: [] })
})

test('changed content is seen', () => {
  expect(codes(cms, sha256(Buffer.from('other bytes')))).toEqual(['digest_mismatch'])
})

test('a changed signature is seen', () => {
  const signature = signatureOf(cms)
  const flipped = Uint8Array.from(signature, (byte, index) =>
    index === signature.length - 1 ? byte ^ 1 : byte,
  )
  expect(codes(replaced(cms, signature, flipped))).toEqual(['signature_invalid'])
})

test('another certificate for the same key is not taken for the one that was signed over', () => {
  const keys = ellipticKeys()
  const first = aHolder({ name: 'Carla', keys })
  const second = aHolder({ name: 'Carla', keys })
  const attributes = signedAttributes({ digest: sha256(content), certificate: first.certificate.raw })
  const own = aSignature(first, content)
  const swapped = buildSignedData({
    certificate: second.certificate.raw,
    chain: [],
    signedAttributes: attributes,
    signature: signatureOf(own),
    algorithm: 'ES256',
  })
  expect(codes(own)).toEqual([])
  expect(codes(swapped)).toContain('signing_certificate_mismatch')
})

test('a key that is not for signatures is a problem', () => {
  const holder = aHolder({ name: 'Authority', extensions: [keyUsage('keyCertSign')] })
  expect(codes(aSignature(holder, content))).toEqual(['key_purpose'])
})

test.each([
  ['of a server', [oids.serverAuthentication, oids.clientAuthentication], ['key_purpose']],
  ['of a time-stamp authority', [oids.timeStamping], ['key_purpose']],
  ['of an OCSP responder', [oids.ocspSigning], ['key_purpose']],
  ['for documents', [oids.documentSigning], []],
  ['for emails and servers', [oids.serverAuthentication, oids.emailProtection], []],
  ['of a client', [oids.clientAuthentication], []],
  ['for any purpose', [oids.serverAuthentication, oids.anyExtendedKeyUsage], []],
  ['for a purpose of its issuer', ['1.2.840.113583.1.1.5'], []],
])('a certificate %s: %j gives %j', (_name, purposes, expected) => {
  const extensions = [keyUsage('digitalSignature'), extendedKeyUsage(purposes)]
  expect(codes(aSignature(aHolder({ name: 'Eve', extensions }), content))).toEqual(expected)
})

test('a time-stamp over other bytes proves no time, and the signature stays valid', () => {
  const stamped = addTimestamp(cms, aTimestampToken(timestamper, sha256(content)))
  const { valid, departures, timestamp } = verifySignedData(stamped, sha256(content))
  expect(valid).toBe(true)
  expect(departures.map(({ code }) => code)).toEqual(['timestamp_invalid'])
  expect(timestamp?.problems.map(({ code }) => code)).toEqual(['digest_mismatch'])
})

test('no more than eight time-stamps of a signature are looked at', () => {
  const token = aTimestampToken(timestamper, sha256(signatureOf(cms)))
  const stamped = Array.from({ length: 9 }).reduce<Uint8Array>((bytes) => addTimestamp(bytes, token), cms)
  expect(verifySignedData(stamped, sha256(content)).timestamps).toHaveLength(8)
})

test('a time-stamp that verifies counts before one that does not', () => {
  const broken = addTimestamp(cms, aTimestampToken(aHolder({ name: 'S' }), sha256(content)))
  const stamped = addTimestamp(broken, aTimestampToken(timestamper, sha256(signatureOf(cms))))
  const { timestamps, timestamp, departures } = verifySignedData(stamped, sha256(content))
  expect(timestamps.map(({ valid }) => valid)).toEqual([false, true])
  expect([timestamp, departures]).toEqual([timestamps[1], []])
})

test('more than 64 certificates are not read', () => {
  const { raw } = issuing.certificate
  const signedWith = (others: number) =>
    codes(aSignature(signer, content, Array<Uint8Array>(others).fill(raw)))
  expect([signedWith(63), signedWith(64)]).toEqual([[], ['unsupported']])
})

test('two signers, or more, are none', () => {
  expect(codes(withTwoSigners(cms))).toEqual(['signer_count'])
})

test('the signer’s certificate may be elsewhere, beside others of its issuer or of its serial number', () => {
  const bare = withoutCertificates(cms)
  const { serialNumber } = signer.certificate
  const others = [
    aHolder({ name: 'Of the same issuer', issuer: issuing }),
    aHolder({ name: 'Of the same number', issuer: root, serialNumber }),
  ].map(({ certificate }) => certificate)
  const found = (certificates: Parameters<typeof verifySignedData>[2]) =>
    verifySignedData(bare, sha256(content), certificates).problems.map(({ code }) => code)
  expect(found([...others, signer.certificate])).toEqual([])
  expect(found(others)).toEqual(['signer_certificate_missing'])
})

describe('signed attributes', () => {
  const { raw, serialNumber, issuerName } = signer.certificate
  const hashOf = (algorithm: string) => createHash(algorithm).update(raw).digest()
  const ofContent = attribute(oids.contentType, oid(oids.data))
  const ofDigest = (...digests: Uint8Array[]) =>
    sequence(oid(oids.messageDigest), setOf(digests.map(octetString)))
  const naming = (...parts: Uint8Array[]) =>
    attribute(oids.signingCertificateV2, sequence(sequence(sequence(...parts))))
  const inTheOldWay = (hash: Uint8Array) =>
    attribute(oids.signingCertificate, sequence(sequence(sequence(octetString(hash)))))
  const [right, other] = [sha256(content), Buffer.alloc(32)]
  const named = naming(octetString(hashOf('sha256')))
  const numbered = (number: Uint8Array) =>
    naming(octetString(hashOf('sha256')), sequence(sequence(tlv(0xa4, issuerName)), integer(number)))
  const next = Buffer.from(serialNumber, 'hex')
  next.writeUInt8(next.readUInt8(11) ^ 1, 11)

  test.each([
    ['with a digest, the type of the content and the certificate', [ofContent, ofDigest(right), named], []],
    ['with two digests', [ofContent, ofDigest(right, Buffer.alloc(32, 0xff)), named], ['digest_mismatch']],
    ['that have the digest twice', [ofContent, ofDigest(other), ofDigest(right), named], ['digest_mismatch']],
    ['without the type of the content', [ofDigest(right), named], ['content_type_mismatch']],
    [
      'of another type of content',
      [attribute(oids.contentType, oid(oids.tstInfo)), ofDigest(right), named],
      ['content_type_mismatch'],
    ],
    [
      'that name no certificate',
      [ofContent, ofDigest(right), attribute(oids.signingCertificateV2, sequence(sequence()))],
      ['signing_certificate_mismatch'],
    ],
    [
      'that name the certificate by another serial number',
      [ofContent, ofDigest(right), numbered(next)],
      ['signing_certificate_mismatch'],
    ],
    [
      'that name it by SHA-1, as once was usual',
      [ofContent, ofDigest(right), inTheOldWay(hashOf('sha1'))],
      [],
    ],
    [
      'that name another one so',
      [ofContent, ofDigest(right), named, inTheOldWay(Buffer.alloc(20))],
      ['signing_certificate_mismatch'],
    ],
    [
      'that name it by a digest nobody knows',
      [ofContent, ofDigest(right), naming(sequence(oid('1.2.3.4')), octetString(other))],
      ['unsupported'],
    ],
  ])('%s', (_, attributes, expected) => {
    const encoded = setOf(attributes)
    const signature = sign('sha256', encoded, signer.key)
    const parts = { certificate: raw, chain: [], signedAttributes: encoded, signature }
    expect(codes(buildSignedData({ ...parts, algorithm: 'ES256' }))).toEqual(expected)
  })
})

describe('signatures OpenSSL made', () => {
  const rsa = aHolder({ name: 'Dan', keys: rsaKeys(2048) })

  test.each([
    ['CAdES', ['-cades'], signer, ['signing_time_present']],
    ['plain CMS', [], signer, ['signing_certificate_missing', 'signing_time_present']],
    ['SHA-512', ['-cades', '-md', 'sha512'], signer, ['signing_time_present']],
    ['RSA', ['-cades'], rsa, ['signing_time_present']],
    ['RSA-PSS', ['-cades', '-keyopt', 'rsa_padding_mode:pss'], rsa, ['signing_time_present']],
    ['named by key identifier', ['-cades', '-keyid'], signer, ['signing_time_present']],
  ] as const)('%s are valid', (_name, options, holder, departures) => {
    const bytes = opensslSigned(holder, ...options)
    const verdict = verifySignedData(bytes, (algorithm) => createHash(algorithm).update(content).digest())
    expect(verdict.problems).toEqual([])
    expect(verdict.departures.map(({ code }) => code)).toEqual(departures)
  })

  test('with RSA-PSS whose mask is by another digest are not decided', () => {
    const keyOptions = ['rsa_padding_mode:pss', 'rsa_mgf1_md:sha1'].flatMap((one) => ['-keyopt', one])
    expect(codes(opensslSigned(rsa, '-cades', ...keyOptions))).toEqual(['unsupported'])
  })

  test('with SHA-1 are weak', () => {
    const bytes = opensslSigned(rsa, '-md', 'sha1')
    const { problems } = verifySignedData(bytes, (algorithm) =>
      createHash(algorithm).update(content).digest(),
    )
    expect(problems.map(({ code }) => code)).toEqual(['algorithm_weak'])
  })

  test('with content inside are not taken for detached ones', () => {
    expect(codes(opensslSigned(signer, '-cades', '-nodetach'))).toEqual(['content_embedded'])
  })
})

describe('hostile bytes', () => {
  const stamped = addTimestamp(cms, aTimestampToken(timestamper, sha256(signatureOf(cms))))

  test('cut off anywhere are a problem and never an exception', () => {
    for (let length = 0; length < stamped.length; length++)
      expect(codes(stamped.subarray(0, length))).not.toEqual([])
  })

  test('changed anywhere never throw, and what stays valid is still the signature of the same signer', () => {
    // Unsigned parts (other certificates, the time-stamp) may change: of these every ninth byte does.
    const signed = Array.from(cms, (_, at) => [cms, at] as const)
    const unsigned = Array.from(stamped, (_, at) => [stamped, at] as const).filter(([, at]) => at % 9 === 0)
    const signers = [...signed, ...unsigned].flatMap(([bytes, at]) => {
      const changed = Uint8Array.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      const { valid, signerCertificate } = verifySignedData(changed, sha256(content))
      return valid ? [Buffer.from(signerCertificate?.raw ?? []).toString('hex')] : []
    })
    expect([...new Set(signers)]).toEqual([Buffer.from(signer.certificate.raw).toString('hex')])
  })

  test('nested a thousand deep are a problem', () => {
    const indefinite = Buffer.concat([Buffer.alloc(4000, Uint8Array.of(0x30, 0x80)), Buffer.alloc(4000)])
    expect(attempt(() => codes(indefinite))).toEqual(['malformed'])
  })
})
