import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { attempt } from './cms-error.ts'
import { children, readElement } from './der/der-reader.ts'
import { extendedKeyUsage, keyUsage } from './certificates/extension-encoding.ts'
import { oids } from './der/object-identifiers.ts'
import { addTimestamp, buildSignedData, signatureOf } from './signed-data.ts'
import { signedAttributes } from './signed-attributes.ts'
import {
  aHolder,
  aPki,
  aSignature,
  aTimestampToken,
  ellipticKeys,
  rsaKeys,
  sha256,
} from './testing/sample-authority.ts'
import type { Holder } from './testing/sample-authority.ts'
import { pem, withOpenssl } from './testing/openssl.ts'
import { verifySignedData } from './verify.ts'

const content = Buffer.from('bytes of a document')
const { issuing, signer, timestamper } = aPki()
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
    const signers = new Set<string>()
    for (let at = 0; at < stamped.length; at++) {
      const changed = Uint8Array.from(stamped)
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      // Unsigned parts (other certificates, the time-stamp) may change.
      const { valid, signerCertificate } = verifySignedData(changed, sha256(content))
      if (valid) signers.add(Buffer.from(signerCertificate?.raw ?? []).toString('hex'))
    }
    expect([...signers]).toEqual([Buffer.from(signer.certificate.raw).toString('hex')])
  })

  test('nested a thousand deep are a problem', () => {
    const indefinite = Buffer.concat([Buffer.alloc(4000, Uint8Array.of(0x30, 0x80)), Buffer.alloc(4000)])
    expect(attempt(() => codes(indefinite))).toEqual(['malformed'])
  })
})
