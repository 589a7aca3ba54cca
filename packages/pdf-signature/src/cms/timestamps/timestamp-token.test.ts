import { oids } from '../der/object-identifiers.ts'
import { createHash, randomBytes, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CmsError } from '../cms-error.ts'
import {
  enumerated,
  integer,
  namedBits,
  octetString,
  oid,
  sequence,
  setOf,
  utf8String,
} from '../der/der-writer.ts'
import { extendedKeyUsage, keyUsage } from '../certificates/extension-encoding.ts'
import { attribute } from '../signed-attributes.ts'
import { buildSignedData } from '../signed-data.ts'
import { readSignedData } from '../signed-data-reader.ts'
import {
  aHolder,
  aPki,
  aTimestampToken,
  sha256,
  timestampingExtensions,
  withoutCertificates,
  withTwoSigners,
} from '../testing/sample-authority.ts'
import { pem, withOpenssl } from '../testing/openssl.ts'
import { parseTimestampResponse, timestampQuery } from './timestamp-token.ts'
import { verifyTimestampToken } from './timestamp-verification.ts'

const { root, issuing, signer, timestamper } = aPki()
const digest = sha256(Buffer.from('stamped bytes'))

const opensslConfig = `[unit]
serial = serial
default_policy = 1.2.3.4
digests = sha256
signer_digest = sha256
accuracy = secs:1, millisecs:500
ess_cert_id_alg = sha256
`

function opensslResponse(query: Uint8Array): Uint8Array {
  const key = timestamper.key.export({ format: 'pem', type: 'pkcs8' }).toString()
  const files = { query, key, unit: pem(timestamper.certificate.raw), config: opensslConfig, serial: '01' }
  return withOpenssl(files, (openssl, read) => {
    openssl(
      ...'ts -reply -config config -section unit -queryfile query -signer unit -inkey key -out out'.split(
        ' ',
      ),
    )
    return read('out')
  })
}

test('OpenSSL answers our query, and its token verifies', () => {
  const nonce = randomBytes(16)
  const answer = parseTimestampResponse(opensslResponse(timestampQuery(digest, nonce)))
  if (!answer.granted) throw new Error(JSON.stringify(answer))
  const verdict = verifyTimestampToken(answer.token, digest, { nonce })
  expect(verdict.problems).toEqual([])
  expect(verdict.info).toMatchObject({ policy: '1.2.3.4', serialNumber: '02', accuracy: 1500 })
  expect(Math.abs(Number(verdict.info?.time) - Date.now())).toBeLessThan(60_000)
  expect(verdict.signerCertificate?.serialNumber).toBe(timestamper.certificate.serialNumber)
})

test('OpenSSL verifies a token built here', () => {
  const files = {
    token: aTimestampToken(timestamper, digest),
    root: pem(root.certificate.raw),
    issuing: pem(issuing.certificate.raw),
    data: 'stamped bytes',
  }
  const output = withOpenssl(files, (openssl) =>
    openssl(...'ts -verify -token_in -in token -data data -CAfile root -untrusted issuing'.split(' ')),
  )
  expect(output).toContain('Verification: OK')
})

describe('a token is not taken', () => {
  const codes = (token: Uint8Array, over = digest, nonce?: Uint8Array): string[] =>
    verifyTimestampToken(token, over, { nonce }).problems.map(({ code }) => code)

  test('over other bytes', () => {
    expect(codes(aTimestampToken(timestamper, digest), sha256(Buffer.from('other')))).toEqual([
      'digest_mismatch',
    ])
  })

  test('over the same bytes by the name of another algorithm', () => {
    const named = aTimestampToken(timestamper, digest, undefined, new Date(), oids.sha512)
    expect(codes(named)).toEqual(['digest_mismatch'])
  })

  test('with another nonce, or without the one that was sent', () => {
    const nonce = Uint8Array.of(0, 5)
    expect(codes(aTimestampToken(timestamper, digest, nonce), digest, Uint8Array.of(5))).toEqual([])
    expect(codes(aTimestampToken(timestamper, digest, nonce), digest, Uint8Array.of(6))).toEqual([
      'nonce_mismatch',
    ])
    expect(codes(aTimestampToken(timestamper, digest), digest, nonce)).toEqual(['nonce_mismatch'])
  })

  test('from a certificate that is not for time-stamping alone', () => {
    expect(codes(aTimestampToken(signer, digest))).toEqual(['key_purpose'])
    const lax = aHolder({ name: 'Lax', extensions: timestampingExtensions(false) })
    expect(codes(aTimestampToken(lax, digest))).toEqual(['key_purpose'])
  })

  test('from a certificate that is for something else as well', () => {
    const purposes = extendedKeyUsage([oids.timeStamping, oids.documentSigning], true)
    const unit = aHolder({ name: 'Both', extensions: [keyUsage('digitalSignature'), purposes] })
    expect(codes(aTimestampToken(unit, digest))).toEqual(['key_purpose'])
  })

  test('with bytes after it, or of two signers', () => {
    const token = aTimestampToken(timestamper, digest)
    expect(codes(Buffer.concat([token, Uint8Array.of(0, 1)]))).toEqual(['trailing_bytes'])
    expect(codes(withTwoSigners(token))).toEqual(['signer_count'])
  })

  test('that does not say by which certificate it was made', () => {
    const bytes = readSignedData(aTimestampToken(timestamper, digest)).content ?? digest
    const attributes = setOf([
      attribute(oids.contentType, oid(oids.tstInfo)),
      attribute(oids.messageDigest, octetString(sha256(bytes))),
    ])
    const token = buildSignedData({
      certificate: timestamper.certificate.raw,
      chain: [],
      signedAttributes: attributes,
      signature: sign('sha256', attributes, timestamper.key),
      algorithm: 'ES256',
      content: { type: oids.tstInfo, bytes },
    })
    expect(codes(token)).toEqual(['signing_certificate_missing'])
  })

  test('whose certificate is nowhere', () => {
    const token = withoutCertificates(aTimestampToken(timestamper, digest))
    expect(codes(token)).toEqual(['signer_certificate_missing'])
    const certificates = [signer.certificate, timestamper.certificate]
    expect(verifyTimestampToken(token, digest, { certificates }).problems).toEqual([])
  })

  test('over a digest by SHA-1, which is named', () => {
    const over = (algorithm: string) => createHash(algorithm).update('stamped bytes').digest()
    const token = aTimestampToken(timestamper, over('sha1'), undefined, new Date(), oids.sha1)
    const { problems, strengths } = verifyTimestampToken(token, over)
    expect(problems.map(({ code }) => code)).toEqual(['algorithm_weak'])
    expect(strengths?.map(({ name }) => name)).toContain('SHA-1')
  })

  test('with a changed signature', () => {
    const token = Uint8Array.from(aTimestampToken(timestamper, digest))
    token[token.length - 1] = (token.at(-1) ?? 0) ^ 1
    expect(codes(token)).toEqual(['signature_invalid'])
  })

  test('when it is anything else', () => {
    for (const bytes of [new Uint8Array(), signer.certificate.raw, Buffer.from('token')])
      expect(verifyTimestampToken(bytes, digest).valid).toBe(false)
  })
})

describe('an answer', () => {
  test('that refuses tells why', () => {
    const refusal = sequence(sequence(integer(2), sequence(utf8String('unknown hash')), namedBits([0])))
    expect(parseTimestampResponse(refusal)).toEqual({
      granted: false,
      status: 2,
      failure: 'badAlg',
      text: 'unknown hash',
    })
  })

  test('that is none, or grants without a token, is a CmsError', () => {
    for (const bytes of [
      new Uint8Array(),
      Buffer.from('<html>'),
      sequence(sequence(integer(0))),
      enumerated(3),
    ])
      expect(() => parseTimestampResponse(bytes)).toThrow(CmsError)
  })
})
