import { sign } from 'node:crypto'
import { ContentInfo, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { describe, expect, test } from 'vitest'
import { CmsError } from './cms-error.ts'
import { ecdsaToDer, ecdsaToP1363, isEcdsaDer } from './ecdsa-signature.ts'
import { oids } from './der/object-identifiers.ts'
import { signedAttributes } from './signed-attributes.ts'
import { addTimestamp, buildSignedData, signatureOf } from './signed-data.ts'
import { aHolder, aPki, aSignature, aTimestampToken, rsaKeys, sha256 } from './testing/sample-authority.ts'
import { pem, withOpenssl } from './testing/openssl.ts'
import { verifySignedData } from './verify.ts'

const content = Buffer.from('bytes of a document')
const { root, issuing, signer, timestamper } = aPki()
const rsaSigner = aHolder({ name: 'Ben Beispiel', issuer: issuing, keys: rsaKeys() })

function verifiedByOpenssl(cms: Uint8Array, signed: Uint8Array = content): string {
  const files = { 'cms.der': cms, content: signed, 'root.pem': pem(root.certificate.raw) }
  return withOpenssl(files, (openssl) =>
    openssl(
      ...'cms -verify -cades -binary -inform DER -in cms.der -content content -CAfile root.pem'.split(' '),
      ...'-purpose any -out /dev/null'.split(' '),
    ),
  )
}

describe('a CMS that was built', () => {
  test.each([
    ['ECDSA P-256', signer],
    ['RSA 3072', rsaSigner],
  ])('with %s is verified by OpenSSL as CAdES, and not over other bytes', (_name, holder) => {
    const cms = aSignature(holder, content, [issuing.certificate.raw])
    expect(verifiedByOpenssl(cms)).toContain('CAdES Verification successful')
    expect(() => verifiedByOpenssl(cms, Buffer.from('other bytes'))).toThrow(
      /Verification failure|verify error/,
    )
  })

  test('has the attributes of PAdES baseline and no signing-time', () => {
    const cms = aSignature(signer, content, [issuing.certificate.raw])
    const data = AsnConvert.parse(AsnConvert.parse(cms, ContentInfo).content, SignedData)
    expect(data.signerInfos[0]?.signedAttrs?.map(({ attrType }) => attrType).toSorted()).toEqual(
      [oids.contentType, oids.messageDigest, oids.signingCertificateV2].toSorted(),
    )
    expect(data.version).toBe(1)
    expect(data.encapContentInfo.eContent).toBeUndefined()
    expect(data.certificates).toHaveLength(2)
  })

  test('takes an ECDSA signature as r ‖ s too', () => {
    const certificate = signer.certificate.raw
    const attributes = signedAttributes({ digest: sha256(content), certificate })
    const signature = sign('sha256', attributes, { key: signer.key, dsaEncoding: 'ieee-p1363' })
    const chain = [issuing.certificate.raw]
    const cms = buildSignedData({
      certificate,
      chain,
      signedAttributes: attributes,
      signature,
      algorithm: 'ES256',
    })
    expect(verifySignedData(cms, sha256(content)).problems).toEqual([])
    expect(verifiedByOpenssl(cms)).toContain('successful')
  })

  test('is refused when the algorithm is not that of the key', () => {
    const parts = { certificate: signer.certificate.raw, chain: [], signature: new Uint8Array(64) }
    const attributes = signedAttributes({ digest: sha256(content), certificate: parts.certificate })
    expect(() => buildSignedData({ ...parts, signedAttributes: attributes, algorithm: 'RS256' })).toThrow(
      expect.objectContaining({ name: 'CmsError', code: 'mismatch' }),
    )
  })
})

describe('a time-stamp added later', () => {
  test('leaves the signature as it was and verifies over its value', () => {
    const cms = aSignature(signer, content, [issuing.certificate.raw])
    const stamped = addTimestamp(cms, aTimestampToken(timestamper, sha256(signatureOf(cms))))
    expect(signatureOf(stamped)).toEqual(signatureOf(cms))
    const verdict = verifySignedData(stamped, sha256(content))
    expect(verdict).toMatchObject({ valid: true, departures: [], timestamp: { valid: true } })
    expect(verifiedByOpenssl(stamped)).toContain('successful')
  })

  test('is refused on anything but a CMS', () => {
    const token = aTimestampToken(timestamper, sha256(content))
    for (const bytes of [new Uint8Array(), signer.certificate.raw, content])
      expect(() => addTimestamp(bytes, token)).toThrow(CmsError)
  })
})

test('ECDSA signatures keep their value in either form, short ones too', () => {
  const joined = new Uint8Array(64).fill(0x81)
  joined.fill(0, 0, 3)
  expect(isEcdsaDer(ecdsaToDer(joined))).toBe(true)
  expect(isEcdsaDer(joined)).toBe(false)
  expect(ecdsaToP1363(ecdsaToDer(joined), 32)).toEqual(joined)
})
