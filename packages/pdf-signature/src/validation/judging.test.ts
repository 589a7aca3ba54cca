import { createHash, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { children, readElement } from '../cms/der/der-reader.ts'
import { explicit, oid, sequence, setOf } from '../cms/der/der-writer.ts'
import { ecdsaToP1363 } from '../cms/ecdsa-signature.ts'
import { oids } from '../cms/der/object-identifiers.ts'
import { attribute, signedAttributes } from '../cms/signed-attributes.ts'
import { addTimestamp, buildSignedData, signatureOf } from '../cms/signed-data.ts'
import {
  aCrl,
  aHolder,
  anOcspResponse,
  aPki,
  aSignature,
  aTimestampToken,
  daysFromNow,
  rsaKeys,
  sha256,
  timestampingExtensions,
} from '../cms/testing/sample-authority.ts'
import type { Holder } from '../cms/testing/sample-authority.ts'
import { pem, withOpenssl } from '../cms/testing/openssl.ts'
import { prepareDocumentTimestamp } from '../prepare.ts'
import { embedSignature } from '../contents-placeholder.ts'
import { aCms, joined, signAll, validationData } from '../testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from '../testing/pdf-builder.ts'
import { aSignatureDictionary, aWidget, signRevision } from '../testing/raw-signature.ts'
import { validatePdf } from '../validate.ts'
import type { ValidationPolicy } from '../validate.ts'
import { addValidationData } from '../validation-data.ts'

const pki = aPki()
const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
const base = aPdf({
  page: '/Annots[60 0 R]',
  catalog: '/AcroForm<</Fields[60 0 R]/SigFlags 3>>',
  objects: { 60: `${aWidget('Own')}/FT/Sig>>` },
})
const withDictionary = (dictionary: string) => ({ 60: `${aWidget('Own')}/FT/Sig/V 70 0 R>>`, 70: dictionary })

interface SignedFile {
  readonly signer?: Holder
  /** The time-stamping unit, where it isn't the PKI's. */
  readonly unit?: Holder
  readonly dictionary?: string
}

/** A file signed as another product would, with what a validator needs for the given signer and unit. */
function signedBy(
  cmsOf: (digest: Uint8Array, signed: Uint8Array) => Uint8Array,
  { signer = pki.signer, unit = pki.timestamper, dictionary = aSignatureDictionary() }: SignedFile = {},
): Buffer {
  const signed = signRevision(base, withDictionary(dictionary), cmsOf)
  const data = validationData(pki)
  const statuses = [signer, unit].map((holder) => anOcspResponse(holder, pki.issuing, pki.responder))
  const ocsps = [...data.ocsps, ...statuses]
  return joined([signed, addValidationData(signed, { ...data, ocsps })])
}
const first = (bytes: Uint8Array, given: ValidationPolicy = policy) => validatePdf(bytes, given).signatures[0]
const codes = (findings: readonly { readonly code: string }[] = []) => findings.map(({ code }) => code)

describe('algorithms', () => {
  const signerWith = (bits: number) =>
    aHolder({ name: `RSA ${bits}`, issuer: pki.issuing, keys: rsaKeys(bits), notAfter: daysFromNow(4000) })
  const made = (signer: Holder) =>
    signedBy((_, signed) => aSignature(signer, signed, [pki.issuing.certificate.raw]), { signer })

  test('RSA below 3000 bits is taken until 2030, which is told', () => {
    const signature = first(made(signerWith(2048)))
    expect(signature?.indication).toBe('TOTAL_PASSED')
    expect(codes(signature?.infos)).toContain('algorithm_ends_soon')
    expect(signature?.algorithms).toContainEqual({
      use: 'signature',
      name: 'RSA 2048',
      reliableUntil: new Date('2031-01-01T00:00:00Z'),
      reliable: true,
    })
  })

  test('and no longer where nothing proves that the signature was made before', () => {
    const at = new Date('2031-02-01T00:00:00Z')
    const signature = first(made(signerWith(2048)), { ...policy, at })
    expect(codes(signature?.errors)).toContain('algorithm_weak')
    expect(signature?.indication).toBe('INDETERMINATE')
  })

  test('RSA of 3072 bits has no end', () => {
    expect(codes(first(made(signerWith(3072)))?.infos)).not.toContain('algorithm_ends_soon')
  })

  test('RSA below 2048 bits proves nothing today', () => {
    expect(first(made(signerWith(1024)))).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE',
      algorithms: [{ name: 'SHA-256' }, { name: 'RSA 1024', reliable: false }],
    })
    // A certificate from the time when it was still strong: only proof of that time is missing.
    const old = aHolder({
      name: 'Old',
      issuer: pki.issuing,
      keys: rsaKeys(1024),
      notBefore: new Date('2012-01-01T00:00:00Z'),
    })
    expect(first(made(old))?.subIndication).toBe('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')
  })
})

describe('the container', () => {
  test('may be BER of indefinite length', () => {
    const bytes = signedBy((digest) => {
      const der = Buffer.from(aCms(pki, digest))
      return Buffer.concat([Buffer.from([0x30, 0x80]), der.subarray(4), Buffer.from([0, 0])])
    })
    expect(first(bytes)?.indication).toBe('TOTAL_PASSED')
  })

  test('with an ECDSA signature of two halves instead of DER is not one', () => {
    const bytes = signedBy((digest) => {
      const certificate = pki.signer.certificate.raw
      const attributes = signedAttributes({ digest, certificate })
      const der = sign('sha256', attributes, pki.signer.key)
      const built = Buffer.from(
        buildSignedData({
          certificate,
          chain: [],
          signedAttributes: attributes,
          signature: der,
          algorithm: 'ES256',
        }),
      )
      // The same length, so that nothing else changes: the two halves, filled up.
      const halves = Buffer.concat([ecdsaToP1363(der, 32), Buffer.alloc(der.length)]).subarray(0, der.length)
      built.set(halves, built.lastIndexOf(der))
      return built
    })
    expect(first(bytes)).toMatchObject({ indication: 'TOTAL_FAILED', subIndication: 'SIG_CRYPTO_FAILURE' })
  })

  test('without a time in its dictionary is judged, and has no level', () => {
    const dictionary = aSignatureDictionary().replace(/\/M\([^)]*\)/, '')
    expect(first(signedBy((digest) => aCms(pki, digest), { dictionary }))).toMatchObject({
      indication: 'TOTAL_PASSED',
      level: null,
    })
  })

  test.each(['adbe.pkcs7.sha1', 'adbe.x509.rsa_sha1'])('of the kind %s is not judged', (subFilter) => {
    const dictionary = aSignatureDictionary('', subFilter)
    expect(first(signedBy((digest) => aCms(pki, digest), { dictionary }))).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'SIG_CONSTRAINTS_FAILURE',
      errors: [{ code: 'sub_filter_unsupported', parameters: { subFilter } }],
    })
  })

  test('from before PAdES is judged, and has no level', () => {
    const dictionary = aSignatureDictionary('', 'adbe.pkcs7.detached')
    expect(first(signedBy((digest) => aCms(pki, digest), { dictionary }))).toMatchObject({
      indication: 'TOTAL_PASSED',
      format: 'CMS',
      level: null,
    })
  })

  const older = aSignatureDictionary('', 'adbe.pkcs7.detached')
  const rsaSigner = aHolder({ name: 'RSA', issuer: pki.issuing, keys: rsaKeys() })
  /** Signed directly over the content (RFC 5652 §5.4). */
  const withoutAttributes = (holder: Holder, content: Uint8Array): Buffer => {
    const attributes = signedAttributes({ digest: Buffer.alloc(32), certificate: holder.certificate.raw })
    const isRsa = holder.key.asymmetricKeyType === 'rsa'
    const built = buildSignedData({
      certificate: holder.certificate.raw,
      chain: [],
      signedAttributes: attributes,
      signature: sign('sha256', content, holder.key),
      algorithm: isRsa ? 'RS256' : 'ES256',
    })
    const [type, wrapped] = children(readElement(built))
    const fields = children(children(wrapped ?? built)[0] ?? built)
    const signerFields = children(children(fields.at(-1) ?? built)[0] ?? built).filter(
      ({ tag }) => tag !== 0xa0,
    )
    const signer = sequence(...signerFields.map(({ raw }) => raw))
    const rest = fields.slice(0, -1).map(({ raw }) => raw)
    return Buffer.from(sequence(type?.raw ?? built, explicit(0, sequence(...rest, setOf([signer])))))
  }

  test.each([
    ['RSA', rsaSigner],
    ['ECDSA', pki.signer],
  ])('from before PAdES without signed attributes is not decided: %s', (_, signer) => {
    const cmsOf = (__: Uint8Array, signed: Uint8Array) => withoutAttributes(signer, signed)
    const signature = first(signedBy(cmsOf, { signer, dictionary: older }))
    expect(signature?.indication).toBe('INDETERMINATE')
    expect(codes(signature?.errors)).toContain('signed_attributes_missing')
    // ETSI EN 319 122-1 §5.1: with CAdES they must be there.
    expect(first(signedBy(cmsOf, { signer }))).toMatchObject({
      indication: 'TOTAL_FAILED',
      subIndication: 'FORMAT_FAILURE',
    })
  })

  test('without signed attributes over other bytes is broken', () => {
    const bytes = signedBy(() => withoutAttributes(rsaSigner, Buffer.from('other bytes')), {
      signer: rsaSigner,
      dictionary: older,
    })
    expect(first(bytes)).toMatchObject({ indication: 'TOTAL_FAILED', subIndication: 'SIG_CRYPTO_FAILURE' })
  })

  /** The CMS with an algorithm that nobody knows in place of the first or the last one of that name. */
  const withUnknown = (built: Uint8Array, known: string, at: 'first' | 'last'): Buffer => {
    const copy = Buffer.from(built)
    const encoded = Buffer.from(oid(known))
    const position = at === 'first' ? copy.indexOf(encoded) : copy.lastIndexOf(encoded)
    copy.writeUInt8(0x7f, position + encoded.length - 1)
    return copy
  }

  test.each([
    ['a digest', oids.sha256, 'last'],
    ['a signature', oids.ecdsaWithSha256, 'last'],
  ] as const)('with %s by an algorithm that is not known is not decided', (_, known, at) => {
    const signature = first(signedBy((digest) => withUnknown(aCms(pki, digest, false), known, at)))
    expect(signature).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE',
      errors: expect.arrayContaining([{ code: 'cms_unsupported' }]) as unknown,
    })
  })

  test('with a signature by an algorithm that is not known, over other bytes, is broken', () => {
    const other = Buffer.alloc(32, 1)
    const bytes = signedBy(() => withUnknown(aCms(pki, other, false), oids.ecdsaWithSha256, 'last'))
    expect(first(bytes)).toMatchObject({ indication: 'TOTAL_FAILED', subIndication: 'HASH_FAILURE' })
  })

  describe('in BER of indefinite length', () => {
    const indefinite = (digest: Uint8Array, after: Uint8Array): Buffer => {
      const der = Buffer.from(aCms(pki, digest))
      return Buffer.concat([Buffer.from([0x30, 0x80]), der.subarray(4), Buffer.from([0, 0]), after])
    }

    test('may be followed by other bytes than zeros, which is told', () => {
      const signature = first(signedBy((digest) => indefinite(digest, Buffer.from('\n'))))
      expect(signature?.indication).toBe('TOTAL_PASSED')
      expect(codes(signature?.infos)).toContain('cms_trailing_bytes')
    })

    test('followed by other bytes than zeros is broken where the file was changed', () => {
      const bytes = signedBy(() => indefinite(Buffer.alloc(32, 1), Buffer.from('\n')))
      expect(first(bytes)).toMatchObject({ indication: 'TOTAL_FAILED', subIndication: 'HASH_FAILURE' })
    })

    test('that does not end is broken', () => {
      const open = (digest: Uint8Array) =>
        Buffer.concat([indefinite(digest, new Uint8Array()).subarray(0, -2), Buffer.alloc(500, 0xff)])
      expect(first(signedBy(open))).toMatchObject({
        indication: 'TOTAL_FAILED',
        subIndication: 'FORMAT_FAILURE',
      })
    })
  })

  test('that signs a digest of the file by SHA-1 is not decided', () => {
    const dictionary = aSignatureDictionary('', 'adbe.pkcs7.sha1')
    expect(first(signedBy((digest) => aCms(pki, digest), { dictionary }))).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'SIG_CONSTRAINTS_FAILURE',
      errors: [{ code: 'sub_filter_unsupported' }],
    })
  })

  test('made by OpenSSL holds, and states its time where PAdES has none', () => {
    const key = pki.signer.key.export({ format: 'pem', type: 'pkcs8' })
    const dictionary = aSignatureDictionary('', 'adbe.pkcs7.detached')
    const bytes = signedBy(
      (_, signed) =>
        withOpenssl(
          {
            'signed.bin': signed,
            'signer.pem': pem(pki.signer.certificate.raw),
            'key.pem': key,
            'issuing.pem': pem(pki.issuing.certificate.raw),
          },
          (openssl, read) => {
            openssl(
              ...'cms -sign -binary -md sha256 -in signed.bin -signer signer.pem -inkey key.pem -certfile issuing.pem -outform DER -out out.der'.split(
                ' ',
              ),
            )
            return read('out.der')
          },
        ),
      { dictionary },
    )
    const signature = first(bytes)
    expect(signature).toMatchObject({ indication: 'TOTAL_PASSED', signer: { displayName: 'Anna Muster' } })
    expect(codes(signature?.infos)).toEqual(
      expect.arrayContaining(['signing_time_present', 'signing_certificate_missing', 'no_timestamp']),
    )
  })
})

describe('what some readers see otherwise', () => {
  test('a signature dictionary that says a key twice is none', () => {
    const bytes = signedBy((digest) => aCms(pki, digest), {
      dictionary: aSignatureDictionary('/Name(Anna)/Name(Ben)'),
    })
    expect(first(bytes)).toMatchObject({
      subIndication: 'FORMAT_FAILURE',
      errors: [{ code: 'signature_dictionary_ambiguous' }],
    })
  })

  const approved = signedBy((digest) => aCms(pki, digest))
  test.each([
    ['an object that says a key twice', appendRevision(approved, { 900: '<</A 1/A 2>>' })],
    [
      'an object stream with more than the table lists',
      appendRevision(approved, { 900: streamObject('3 0 <<>>', '/Type/ObjStm/N 1/First 4') }),
    ],
    [
      'a dictionary twice in one revision',
      Buffer.concat([
        approved.subarray(0, -1),
        appendRevision(approved, { 900: '<<>>' }).subarray(approved.length - 1, -1),
        Buffer.from('\n900 0 obj\nnull\nendobj\n'),
      ]),
    ],
  ])('%s after the signature is told', (_, bytes) => {
    expect(first(bytes)?.indication).toBe('TOTAL_FAILED')
  })

  test('a hybrid section whose stream has another object than its table is told', () => {
    const text = approved.toString('latin1')
    const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? ''
    const offsets = { forged: approved.length, stream: 0 }
    const forged = Buffer.from('3 0 obj\n<</Length 5>>stream\nBT ET\nendstream\nendobj\n')
    offsets.stream = approved.length + forged.length
    const row = Buffer.alloc(6)
    row.writeUInt8(1, 0)
    row.writeUInt32BE(offsets.forged, 1)
    const stream = Buffer.concat([
      Buffer.from('950 0 obj\n'),
      streamObject(row, '/Type/XRef/Size 1001/W[1 4 1]/Index[3 1]/Root 1 0 R'),
      Buffer.from('\nendobj\n'),
    ])
    // The table says what was there already: to a reader that goes by it, nothing has changed.
    const kept = String(approved.indexOf('\n3 0 obj') + 1).padStart(10, '0')
    const table = offsets.stream + stream.length
    const end = Buffer.from(
      `xref\n3 1\n${kept} 00000 n \ntrailer\n<</Size 1001/Root 1 0 R/Prev ${previous}/XRefStm ${offsets.stream}>>\nstartxref\n${table}\n%%EOF\n`,
    )
    expect(first(Buffer.concat([approved, forged, stream, end]))).toMatchObject({
      indication: 'TOTAL_FAILED',
      changesAfter: expect.arrayContaining([expect.objectContaining({ kind: 'structure_broken' })]),
    })
  })

  test('a new object that nothing uses is harmless', () => {
    expect(first(appendRevision(approved, { 900: '<</A 1>>' }))).toMatchObject({
      indication: 'TOTAL_PASSED',
      withReservation: false,
      changesAfter: [{ kind: 'validation_data_added' }, { kind: 'unused_objects_added', objects: [900] }],
    })
  })

  test('a font that says a key twice, from before the signature, is a reservation to who looks closely', () => {
    const signed = signAll(aPdf({ pages: 2, objects: { 4: '<</Type/Font/BaseFont/A/BaseFont/B>>' } }), pki)
    expect(validatePdf(signed, { ...policy, isThorough: true })).toMatchObject({
      overall: 'TOTAL_PASSED',
      withReservation: true,
      warnings: [{ code: 'doubled_keys', parameters: { objects: '4' } }],
    })
  })

  test('an object in no table, from before the signature, is a reservation to who looks closely', () => {
    const hidden = aPdf().toString('latin1').replace('xref\n0 1', '3 0 obj\n<<>>\nendobj\nxref\n0 1')
    const at = hidden.indexOf('xref\n0 1')
    const moved = Buffer.from(hidden.replace(/startxref\n\d+/, `startxref\n${at}`), 'latin1')
    const signed = signAll(moved, pki)
    expect(validatePdf(signed, policy).warnings).toEqual([])
    expect(validatePdf(signed, { ...policy, isThorough: true }).warnings).toEqual([
      { code: 'hidden_revisions', parameters: { objects: '3' } },
    ])
  })
})

describe('time', () => {
  const stamped = (time: Date, { signer = pki.signer, unit = pki.timestamper }: SignedFile = {}) =>
    signedBy(
      (digest) => {
        const certificate = signer.certificate.raw
        const attributes = signedAttributes({ digest, certificate })
        const signature = sign('sha256', attributes, signer.key)
        const imprint = createHash('sha256').update(signature).digest()
        return buildSignedData({
          certificate,
          chain: [pki.issuing.certificate.raw],
          signedAttributes: attributes,
          signature,
          algorithm: 'ES256',
          timestampToken: aTimestampToken(unit, imprint, undefined, time),
        })
      },
      { signer, unit },
    )
  const archive = (bytes: Uint8Array, time: Date, unit = pki.timestamper): Buffer => {
    const prepared = prepareDocumentTimestamp(bytes)
    const token = aTimestampToken(unit, prepared.digest, undefined, time)
    return joined([bytes, embedSignature(prepared, token)])
  }

  test.each([
    ['after its timestamp leaves a signature as it is', 1, 'TOTAL_PASSED', undefined],
    ['before its timestamp leaves nothing to prove it older by', -1, 'INDETERMINATE', 'REVOKED_NO_POE'],
    ['before it was ever valid', -48, 'TOTAL_FAILED', 'REVOKED'],
  ])('a revocation %s', (_, hours, indication, subIndication) => {
    const { serialNumber } = pki.signer.certificate
    const revokedAt = daysFromNow(hours / 24)
    const crls = [aCrl(pki.issuing, [{ serialNumber, revokedAt }], daysFromNow(0.1))]
    const signature = first(stamped(new Date()), { ...policy, cache: { crls }, at: daysFromNow(0.5) })
    expect([signature?.indication, signature?.subIndication]).toEqual([indication, subIndication])
    expect(signature?.chain[0]?.revocation).toBe(hours > 0 ? 'good' : 'revoked')
  })

  test('a revocation from the first second of a certificate says that it was never good', () => {
    const { serialNumber, notBefore } = pki.signer.certificate
    const crls = [aCrl(pki.issuing, [{ serialNumber, revokedAt: notBefore }], daysFromNow(0.1))]
    expect(first(stamped(new Date()), { ...policy, cache: { crls }, at: daysFromNow(0.5) })).toMatchObject({
      indication: 'TOTAL_FAILED',
      subIndication: 'REVOKED',
    })
  })

  test('a revocation of the authority above the signer leaves nothing to prove it by', () => {
    const { serialNumber } = pki.issuing.certificate
    const crls = [aCrl(pki.root, [{ serialNumber, revokedAt: daysFromNow(-0.1) }])]
    expect(first(stamped(new Date()), { ...policy, cache: { crls } })).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'REVOKED_CA_NO_POE',
    })
  })

  test('a timestamp of an authority that was revoked proves no time', () => {
    const { serialNumber } = pki.timestamper.certificate
    const crls = [aCrl(pki.issuing, [{ serialNumber, revokedAt: daysFromNow(-0.1) }])]
    expect(first(stamped(new Date()), { ...policy, cache: { crls } })).toMatchObject({
      timestampAt: null,
      provenBy: 'validation_time',
    })
  })

  test('a timestamp whose authority has no status in the file makes no B-LT', () => {
    const signed = signRevision(base, withDictionary(aSignatureDictionary()), (digest) => aCms(pki, digest))
    const statuses = [anOcspResponse(pki.signer, pki.issuing, pki.responder)]
    const ofRoot = anOcspResponse(pki.issuing, pki.root, pki.root)
    const stored = (ocsps: Uint8Array[], cache = {}) =>
      first(joined([signed, addValidationData(signed, { ...validationData(pki), ocsps })]), {
        ...policy,
        cache,
      })
    const ofUnit = anOcspResponse(pki.timestamper, pki.issuing, pki.responder)
    expect(
      [
        [...statuses, ofRoot],
        [...statuses, ofRoot, ofUnit],
      ].map((all) => stored(all)?.level),
    ).toEqual(['B-T', 'B-LT'])
    // Nor does one of the signer that only who validates knows.
    expect(stored([ofRoot, ofUnit], { ocsps: statuses })).toMatchObject({
      indication: 'TOTAL_PASSED',
      level: 'B-T',
    })
  })

  test('a timestamp of the second in which the certificate begins is none from before it', () => {
    const second = new Date(Math.floor(Date.now() / 1000) * 1000)
    const signer = aHolder({ name: 'Just begun', issuer: pki.issuing, notBefore: second })
    expect(first(stamped(second, { signer }))?.indication).toBe('TOTAL_PASSED')
  })

  test('without a time to judge at it is the newest that is proven, or else one that is claimed', () => {
    const [earlier, later] = [-0.2, -0.1].map((days) => daysFromNow(days)) as [Date, Date]
    const validatedAt = (bytes: Uint8Array) =>
      Math.floor(Number(validatePdf(bytes, { anchors: policy.anchors }).validatedAt) / 1000)
    const seconds = (time: Date) => Math.floor(Number(time) / 1000)
    expect(validatedAt(stamped(earlier))).toBe(seconds(earlier))
    expect(validatedAt(archive(stamped(earlier), later))).toBe(seconds(later))
    const dictionary = aSignatureDictionary().replace(/\/M\([^)]*\)/, '/M(D:20260102030405Z)')
    const claimed = signRevision(base, withDictionary(dictionary), (digest) => aCms(pki, digest, false))
    expect(validatedAt(claimed)).toBe(seconds(new Date('2026-01-02T03:04:05Z')))
  })

  test('a timestamp from before the certificate was issued proves a forgery', () => {
    expect(first(stamped(daysFromNow(-2)))).toMatchObject({
      indication: 'TOTAL_FAILED',
      subIndication: 'NOT_YET_VALID',
    })
  })

  test('a timestamp from the future proves no time', () => {
    // Its token states whole seconds.
    const ahead = new Date(Math.floor(policy.at.getTime() / 1000) * 1000 + 3_600_000)
    const signature = first(stamped(ahead))
    expect(signature).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'TIMESTAMP_ORDER_FAILURE',
      errors: [{ code: 'timestamp_in_future', parameters: { time: ahead.toISOString() } }],
      timestampAt: null,
      provenBy: 'validation_time',
      provenAt: policy.at,
    })
  })

  test('a timestamp from the future can’t prove that a certificate was valid', () => {
    const later = aHolder({ name: 'Later', issuer: pki.issuing, notBefore: daysFromNow(0.5) })
    expect(first(stamped(daysFromNow(1), { signer: later }))).toMatchObject({
      indication: 'INDETERMINATE',
      chain: [{ subject: expect.stringContaining('Later') }, {}, {}],
      timestampAt: null,
    })
  })

  test('a timestamp of an authority whose clock is some minutes ahead is accepted', () => {
    const signature = first(stamped(new Date(policy.at.getTime() + 4 * 60_000)))
    expect(signature).toMatchObject({ indication: 'TOTAL_PASSED', provenBy: 'timestamp' })
  })

  test('an archive timestamp from the future proves nothing of what it covers', () => {
    const bytes = archive(stamped(new Date()), daysFromNow(1))
    const [signature, timestamp] = validatePdf(bytes, policy).signatures
    expect(timestamp).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'TIMESTAMP_ORDER_FAILURE',
      timestampAt: null,
    })
    expect(signature).toMatchObject({ indication: 'TOTAL_PASSED', level: 'B-LT' })
  })

  test('a timestamp from after the archive timestamp over it is in the wrong order', () => {
    const bytes = archive(stamped(new Date()), daysFromNow(-0.2))
    expect(first(bytes)).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'TIMESTAMP_ORDER_FAILURE',
    })
  })

  test('a document timestamp stands in for the timestamp of a signature, and archives what it covers', () => {
    const own = signRevision(base, withDictionary(aSignatureDictionary()), (digest) =>
      aCms(pki, digest, false),
    )
    const stored = (bytes: Uint8Array): Buffer =>
      joined([bytes, addValidationData(bytes, validationData(pki))])
    const level = (bytes: Uint8Array) => first(bytes)?.level
    expect(level(stored(own))).toBe('B-B')
    expect(level(archive(own, new Date()))).toBe('B-T')
    expect(level(stored(archive(own, new Date())))).toBe('B-LT')
    expect(level(archive(stored(own), new Date()))).toBe('B-LTA')
    expect(level(archive(stored(archive(own, new Date())), new Date()))).toBe('B-LTA')
    expect(first(archive(own, new Date()))?.provenBy).toBe('document_timestamp')
  })

  describe('a timestamp made with a key that is too short', () => {
    const unitWith = (bits: number) =>
      aHolder({
        name: `Time-stamps by RSA ${bits}`,
        issuer: pki.issuing,
        extensions: timestampingExtensions(),
        keys: rsaKeys(bits),
      })
    const [strong, weak] = [unitWith(3072), unitWith(1024)]
    const signer = aHolder({ name: 'For half a day', issuer: pki.issuing, notAfter: daysFromNow(0.5) })
    const signedWith = (unit: Holder) => stamped(new Date(), { signer, unit })
    const afterItsEnd = { ...policy, at: daysFromNow(0.7) }

    test('does not prove that a signature is from before the end of its certificate', () => {
      // The two files differ only in the length of the unit's key.
      expect(first(signedWith(strong), afterItsEnd)).toMatchObject({
        indication: 'TOTAL_PASSED',
        provenBy: 'timestamp',
        level: 'B-LT',
      })
      expect(first(signedWith(weak), afterItsEnd)).toMatchObject({
        indication: 'INDETERMINATE',
        subIndication: 'OUT_OF_BOUNDS_NOT_REVOKED',
        provenBy: 'validation_time',
        level: 'B-B',
      })
    })

    test('is named as not reliable beside a signature that is valid without it', () => {
      const signature = first(signedWith(weak))
      expect(signature).toMatchObject({ indication: 'TOTAL_PASSED', provenBy: 'validation_time' })
      expect(signature?.algorithms).toContainEqual(
        expect.objectContaining({ use: 'timestamp', name: 'RSA 1024', reliable: false }),
      )
    })

    test('does not prove the time of the signatures under a document timestamp', () => {
      const own = signedBy((digest) => aCms(pki, digest, false), { unit: weak })
      expect(first(archive(own, new Date()))?.provenBy).toBe('document_timestamp')
      expect(first(archive(own, new Date(), weak))?.provenBy).toBe('validation_time')
    })
  })

  describe('of several timestamps', () => {
    const unitOf = (issuer: Holder, name: string) =>
      aHolder({ name, issuer, extensions: timestampingExtensions(), notAfter: daysFromNow(360) })
    const hoursAgo = (hours: number) => daysFromNow(-hours / 24)
    const signer = aHolder({ name: 'For half a day', issuer: pki.issuing, notAfter: daysFromNow(0.5) })
    const afterItsEnd = { ...policy, at: daysFromNow(0.7) }
    interface Token {
      readonly unit?: Holder
      readonly time?: Date
      readonly isBroken?: boolean
    }
    const withTokens = (tokens: readonly Token[]) =>
      signedBy(
        (_, signed) =>
          tokens.reduce<Uint8Array>(
            (cms, { unit = pki.timestamper, time = new Date(), isBroken }) => {
              const imprint = sha256(isBroken ? cms : signatureOf(cms))
              return addTimestamp(cms, aTimestampToken(unit, imprint, undefined, time))
            },
            aSignature(signer, signed, [pki.issuing.certificate.raw]),
          ),
        { signer },
      )
    const stranger = aPki().issuing

    // DER puts the shorter first: the one with the shorter name.
    test.each([
      ['of a stranger before it', { unit: unitOf(stranger, 'S') }],
      ['of a stranger after it', { unit: unitOf(stranger, 'A stranger with quite a long name') }],
      ['of a stranger that is older', { unit: unitOf(stranger, 'S'), time: hoursAgo(20) }],
      ['over other bytes', { unit: unitOf(pki.issuing, 'S'), isBroken: true }],
    ])('one %s takes nothing from one that is trusted', (_, other: Token) => {
      expect(first(withTokens([other, {}]), afterItsEnd)).toMatchObject({
        indication: 'TOTAL_PASSED',
        level: 'B-LT',
        provenBy: 'timestamp',
        timestampAuthority: { displayName: 'Time-stamps' },
        warnings: [],
      })
    })

    test.each(['S', 'Time-stamps with quite a long name'])(
      'the earliest that is trusted counts: by %s',
      (name) => {
        const time = hoursAgo(6)
        const signature = first(
          withTokens([{ unit: unitOf(pki.issuing, name), time }, { time: hoursAgo(1) }]),
        )
        expect(Number(signature?.timestampAt)).toBe(Math.floor(Number(time) / 1000) * 1000)
      },
    )

    test.each([
      ['first', [{ unit: unitOf(stranger, 'S') }, { isBroken: true }]],
      [
        'last',
        [
          { unit: unitOf(pki.issuing, 'S'), isBroken: true },
          { unit: unitOf(stranger, 'A stranger with quite a long name') },
        ],
      ],
    ])('none proves a time where none is trusted; the %s, which verifies, is told of', (_, tokens) => {
      const bytes = withTokens(tokens)
      expect(first(bytes, afterItsEnd)).toMatchObject({
        indication: 'INDETERMINATE',
        provenBy: 'validation_time',
        level: 'B-B',
        warnings: [{ code: 'timestamp_untrusted' }],
      })
    })
  })

  test('a claimed time far from the proven one is a reservation', () => {
    const dictionary = aSignatureDictionary().replace(/\/M\(D:\d{8}/, '/M(D:20200101')
    const bytes = signedBy((digest) => aCms(pki, digest), { dictionary })
    expect(first(bytes)).toMatchObject({
      indication: 'TOTAL_PASSED',
      withReservation: true,
      warnings: [{ code: 'claimed_time_implausible' }],
    })
  })

  test('before and after the life of the certificate nothing holds without a timestamp', () => {
    const bytes = signedBy((_, signed) => aSignature(pki.signer, signed, [pki.issuing.certificate.raw]))
    expect(first(bytes, { ...policy, at: daysFromNow(0.5) })?.indication).toBe('TOTAL_PASSED')
    const reason = (days: number) => first(bytes, { ...policy, at: daysFromNow(days) })?.subIndication
    expect([reason(-2), reason(400)]).toEqual(['OUT_OF_BOUNDS_NOT_REVOKED', 'OUT_OF_BOUNDS_NO_POE'])
  })
})

test('scripts in a signed file are a reservation to who looks closely', () => {
  const signed = signAll(aPdf({ catalog: '/OpenAction<</S/JavaScript/JS(this.pageNum=1)>>' }), pki)
  expect(validatePdf(signed, { ...policy, isThorough: true })).toMatchObject({
    overall: 'TOTAL_PASSED',
    withReservation: true,
    warnings: [{ code: 'active_content', parameters: { kinds: 'open_javascript' } }],
  })
})

test('what the caller knows of revocation counts as what the file holds', () => {
  const bytes = joined(signAll(aPdf(), pki, { level: 'B-T' }))
  expect(first(bytes)?.subIndication).toBe('TRY_LATER')
  expect(first(bytes, { ...policy, cache: validationData(pki) })).toMatchObject({
    indication: 'TOTAL_PASSED',
    level: 'B-T',
  })
})

test.each([
  ['answers', explicit(1, sequence(...validationData(pki).ocsps))],
  ['lists', explicit(0, sequence(aCrl(pki.issuing), aCrl(pki.root)))],
])('%s of revocation that the signature itself carries, as before PAdES, count', (_, carried) => {
  const archival = attribute(oids.adbeRevocationInfoArchival, sequence(carried))
  const bytes = signRevision(
    base,
    withDictionary(aSignatureDictionary('', 'adbe.pkcs7.detached')),
    (digest) => {
      const certificate = pki.signer.certificate.raw
      const own = children(readElement(signedAttributes({ digest, certificate }))).map(({ raw }) => raw)
      const attributes = setOf([...own, archival])
      return buildSignedData({
        certificate,
        chain: [pki.issuing.certificate.raw],
        signedAttributes: attributes,
        signature: sign('sha256', attributes, pki.signer.key),
        algorithm: 'ES256',
      })
    },
  )
  expect(first(bytes)?.indication).toBe('TOTAL_PASSED')
})
