import crypto from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { withOpenssl, pem } from './cms/testing/openssl.ts'
import { aPki, aTimestampToken } from './cms/testing/sample-authority.ts'
import { inspect } from './inspect.ts'
import { placeSignatureFields } from './place-fields.ts'
import { prepareDocumentTimestamp, prepareSignature } from './prepare.ts'
import { hashPrefix } from './prefix-hash.ts'
import { refusal } from './refusal.ts'
import { embedSignature } from './contents-placeholder.ts'
import { aCms, joined, signAll, validationData } from './testing/ceremony.ts'
import { aPdf, appendRevision } from './testing/pdf-builder.ts'
import { qpdfComplaints } from './testing/qpdf.ts'
import { validatePdf } from './validate.ts'
import { addValidationData } from './validation-data.ts'

const pki = aPki()
const request = { fieldName: 'Anna', signerName: 'Anna Müller', time: new Date('2026-11-20T10:00:00Z') }

/** What the byte range covers, cut out by hand. */
function signedBytes(file: Buffer): { covered: Buffer; contents: Buffer } {
  const [, a = 0, b = 0, c = 0] = (
    /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(file.toString('latin1')) ?? []
  ).map(Number)
  const contents = Buffer.from(file.toString('latin1', a + 1, b - 1), 'hex')
  return { covered: Buffer.concat([file.subarray(0, a), file.subarray(b, b + c)]), contents }
}

describe('a prepared signature', () => {
  test.each(['table', 'stream', 'object_streams', 'hybrid'] as const)(
    'covers all of a file with %s but its own /Contents',
    (style) => {
      const base = aPdf({ style })
      const prepared = prepareSignature(base, request)
      const file = Buffer.concat([base, prepared.tail])
      const { covered } = signedBytes(file)
      expect(covered.length).toBe(file.length - prepared.placeholder.size * 2 - 2)
      expect(Buffer.from(prepared.digest)).toEqual(crypto.createHash('sha256').update(covered).digest())
    },
  )

  test('can be finished by another process, from plain data', () => {
    const base = aPdf()
    const prepared = structuredClone(prepareSignature(base, request))
    const cms = aCms(pki, prepared.digest)
    const { contents } = signedBytes(Buffer.concat([base, embedSignature(prepared, cms)]))
    expect(contents.subarray(0, cms.length)).toEqual(Buffer.from(cms))
  })

  test('verifies with OpenSSL', () => {
    const base = aPdf()
    const prepared = prepareSignature(base, request)
    const file = Buffer.concat([base, embedSignature(prepared, aCms(pki, prepared.digest, false))])
    const { covered, contents } = signedBytes(file)
    const files = { 'a.cms': contents, 'a.bin': covered, 'root.pem': pem(pki.root.certificate.raw) }
    const said = withOpenssl(files, (openssl) =>
      openssl(
        'cms',
        '-verify',
        '-cades',
        '-binary',
        '-inform',
        'DER',
        '-in',
        'a.cms',
        '-content',
        'a.bin',
        '-CAfile',
        'root.pem',
        '-purpose',
        'any',
        '-out',
        'out',
      ),
    )
    expect(said).toContain('successful')
  })

  test('has the same digest from a hash state of any earlier part', () => {
    const base = aPdf()
    const chunks = [base, placeSignatureFields(base, [{ name: 'Anna', page: 0, rect: null }])]
    const whole = prepareSignature(joined(chunks), request)
    expect(prepareSignature(chunks, { ...request, prefixHash: hashPrefix(base) }).digest).toEqual(
      whole.digest,
    )
    expect(
      prepareSignature(chunks, { ...request, prefixHash: hashPrefix(chunks, hashPrefix(base)) }).digest,
    ).toEqual(whole.digest)
  })

  test('states who, why, where and when, and no certificate', () => {
    const texts = { ...request, reason: 'Approved', location: 'Zürich', contactInfo: 'anna@example.com' }
    const dictionary = Buffer.from(prepareSignature(aPdf(), texts).tail).toString('latin1')
    expect(dictionary).toContain('/SubFilter /ETSI.CAdES.detached')
    expect(dictionary).toContain("/M (D:20261120100000+00'00')")
    expect(dictionary).toContain('/Reason (Approved)')
    expect(dictionary).toContain(
      `/Location <feff${Buffer.from('Zürich', 'utf16le').swap16().toString('hex')}>`,
    )
    expect(dictionary).not.toContain('/Cert ')
  })

  test('fills a field of the document’s own, and puts its lock into force', () => {
    const base = aPdf({
      page: '/Annots[60 0 R]',
      catalog: '/AcroForm<</Fields[60 0 R]>>',
      objects: {
        60: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Anna)/Rect[0 0 90 30]/Lock<</Type/SigFieldLock/Action/All>>>>',
      },
    })
    const prepared = prepareSignature(base, request)
    const file = [base, embedSignature(prepared, aCms(pki, prepared.digest))]
    expect(inspect(file)).toMatchObject({
      signatures: [{ fieldName: 'Anna', covers: 'whole_file' }],
      emptySignatureFields: [],
      fieldLocks: [{ action: 'All' }],
    })
  })

  test('goes into a certified document’s own field', () => {
    const base = aPdf({
      page: '/Annots[60 0 R]',
      catalog: '/AcroForm<</Fields[60 0 R]/SigFlags 3>>/Perms<</DocMDP 70 0 R>>',
      objects: {
        60: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Anna)/Rect[0 0 90 30]>>',
        70: '<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P 2>>>>]>>',
      },
    })
    expect(() => placeSignatureFields(base, [{ name: 'Ben', page: 0, rect: null }])).toThrow(
      expect.objectContaining({ code: 'certified_no_changes' }),
    )
    expect(prepareSignature(base, request).digest.length).toBe(32)
  })

  test('begins on a line of its own, and keeps the identifier of the file', () => {
    const base = aPdf({ trailer: '/ID[<0a><0b>]' }).subarray(0, -1)
    const { tail } = prepareSignature(base, request)
    expect(Buffer.from(tail).toString('latin1')).toMatch(/^\n\d+ 0 obj[^]*\/ID ?\[<0a> <0b>\]/)
  })

  test('is printed, whatever the flags of its empty field say', () => {
    const field = '<</Type/Annot/Subtype/Widget/FT/Sig/T(Anna)/F 0/P 10 0 R/Rect[20 20 90 40]>>'
    const base = aPdf({
      page: '/Annots[60 0 R]',
      catalog: '/AcroForm<</Fields[60 0 R]>>',
      objects: { 60: field },
    })
    const { tail } = prepareSignature(base, request)
    expect(Buffer.from(tail).toString('latin1')).toMatch(/\n60 0 obj\n[^\n]*\/F 132/)
  })

  test('keeps generation numbers', () => {
    const text = aPdf({ page: '/Annots[]' }).toString('latin1')
    const other = text
      .replace('10 0 obj', '10 3 obj')
      .replaceAll('10 0 R', '10 3 R')
      .replace(/10 1\n(\d{10}) 00000/, '10 1\n$1 00003')
    const { tail } = prepareSignature(Buffer.from(other, 'latin1'), request)
    expect(Buffer.from(tail).toString('latin1')).toMatch(/\n10 3 obj[\s\S]*\n\d{10} 00003 n/)
  })
})

describe('a certifying signature', () => {
  const fields = [
    { name: 'Anna', page: 0, rect: null },
    { name: 'Ben', page: 0, rect: null },
  ]
  const certify = (base: Uint8Array) => {
    const chunks = [base, placeSignatureFields(base, fields)]
    const prepared = prepareSignature(chunks, { ...request, certify: 2 })
    return [...chunks, embedSignature(prepared, aCms(pki, prepared.digest))]
  }

  test('states what may follow it, and lets the fields there are be signed, and be time-stamped', () => {
    const chunks = certify(aPdf({ catalog: '/Perms 90 0 R', objects: { 90: '<</UR3 91 0 R>>' } }))
    expect(inspect(chunks)).toMatchObject({
      certifiedPermission: 2,
      signatures: [{ fieldName: 'Anna', docMdpPermission: 2 }],
      emptySignatureFields: [{ name: 'Ben' }],
    })
    expect(refusal(inspect(chunks))).toBeNull()
    const second = prepareSignature(chunks, { ...request, fieldName: 'Ben' })
    chunks.push(embedSignature(second, aCms(pki, second.digest)))
    const stamp = prepareDocumentTimestamp(chunks)
    expect(inspect([...chunks, stamp.tail]).signatures).toHaveLength(3)
    expect(qpdfComplaints(joined(chunks))).toBe('')
  })

  test('and all that follow it are valid', () => {
    const chunks = certify(aPdf())
    const second = prepareSignature(chunks, { ...request, fieldName: 'Ben' })
    chunks.push(embedSignature(second, aCms(pki, second.digest)))
    chunks.push(addValidationData(chunks, validationData(pki)))
    const stamp = prepareDocumentTimestamp(chunks)
    chunks.push(embedSignature(stamp, aTimestampToken(pki.timestamper, stamp.digest)))
    const { signatures } = validatePdf(chunks, { anchors: [pki.root.certificate.raw], at: new Date() })
    expect(signatures.map(({ field, indication }) => [field, indication])).toEqual([
      ['Anna', 'TOTAL_PASSED'],
      ['Ben', 'TOTAL_PASSED'],
      ['Timestamp', 'TOTAL_PASSED'],
    ])
  })

  test('comes with the lock of its field', () => {
    const base = aPdf({
      page: '/Annots[60 0 R]',
      catalog: '/AcroForm<</Fields[60 0 R]>>',
      objects: { 60: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Anna)/Rect[0 0 9 9]/Lock<</Action/All>>>>' },
    })
    const { tail } = prepareSignature(base, { ...request, certify: 2 })
    expect(inspect([base, tail])).toMatchObject({ certifiedPermission: 2, fieldLocks: [{ action: 'All' }] })
  })

  test('has its own rule beside that of its field, and other rights of the catalogue', () => {
    const objects = {
      60: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Anna)/P 10 0 R/Rect[0 0 0 0]/Lock<</Action/All>>>>',
      70: '<</Type/Sig>>',
    }
    const base = aPdf({
      page: '/Annots[60 0 R]',
      catalog: '/AcroForm<</Fields[60 0 R]>>/Perms<</UR3 70 0 R>>',
      objects,
    })
    const file = Buffer.from(prepareSignature(base, { ...request, certify: 2 }).tail).toString('latin1')
    expect([...file.matchAll(/\/TransformMethod \/(\w+)/g)].map(([, method]) => method)).toEqual([
      'FieldMDP',
      'DocMDP',
    ])
    expect(file).toMatch(/\/Perms <<\/UR3 70 0 R\/DocMDP \d+ 0 R>>/)
  })

  test('is the first', () => {
    const signed = signAll(aPdf(), pki, { fields, level: 'B-B' }).slice(0, 3)
    expect(() => prepareSignature(signed, { ...request, fieldName: 'Ben', certify: 2 })).toThrow(
      expect.objectContaining({ code: 'not_the_first_signature' }),
    )
  })
})

describe('what cannot be signed is refused', () => {
  const certified = (permission: number, fields = '') =>
    aPdf({
      catalog: `/Perms<</DocMDP 70 0 R>>/AcroForm<</Fields[${fields}]/SigFlags 3>>`,
      objects: {
        60: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Anna)/Rect[0 0 90 30]>>',
        70: `<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P ${permission}>>>>]>>`,
      },
    })

  test.each([
    ['encrypted', aPdf({ trailer: '/Encrypt<<>>' }), 'encrypted'],
    ['certified against changes', certified(1), 'certified_no_changes'],
    // ISO 32000-2 Table 257: P 1 forbids filling in a signature field that is there already, too.
    ['certified against changes, with an empty field', certified(1, '60 0 R'), 'certified_no_changes'],
    ['certified without a field to sign', certified(2), 'certified_no_changes'],
    [
      'signed in that field',
      joined(signAll(aPdf(), pki, { fields: [{ name: 'Anna', page: 0, rect: null }] })),
      'field_already_signed',
    ],
    [
      'with a text field of that name',
      aPdf({ catalog: '/AcroForm<</Fields[60 0 R]>>', objects: { 60: '<</FT/Tx/T(Anna)>>' } }),
      'field_not_a_signature',
    ],
    ['without pages', aPdf({ objects: { 2: '<</Type/Pages/Count 0/Kids[]>>' } }), 'page_not_found'],
  ])('a file %s', (_, base, code) => {
    expect(() => prepareSignature(base, request)).toThrow(expect.objectContaining({ code }))
  })

  test('but a certified document takes a document timestamp', () => {
    expect(prepareDocumentTimestamp(certified(1)).digest.length).toBe(32)
  })

  test('document timestamps have names of their own, and an appearance that shows nothing', () => {
    let file = aPdf()
    for (const _ of ['first', 'second', 'third']) {
      const { tail } = prepareDocumentTimestamp(file)
      expect(Buffer.from(tail).toString('latin1')).toMatch(/\/T \(Timestamp[^\n]*\/AP <<\/N \d+ 0 R>>/)
      file = Buffer.concat([file, tail])
    }
    const names = [...file.toString('latin1').matchAll(/\/T \((\w+)\)/g)].map(([, name]) => name)
    expect(names).toEqual(['Timestamp', 'Timestamp2', 'Timestamp3'])
  })

  test('a signature larger than its placeholder', () => {
    const prepared = prepareSignature(aPdf(), { ...request, contentsSize: 100 })
    expect(() => embedSignature(prepared, Buffer.alloc(101))).toThrow(
      expect.objectContaining({ code: 'signature_too_large' }),
    )
  })

  test('a hash state of more than the file', () => {
    const base = aPdf()
    const prefixHash = hashPrefix(appendRevision(base, { 4: 'null' }))
    expect(() => prepareSignature(base, { ...request, prefixHash })).toThrow(
      expect.objectContaining({ code: 'prefix_mismatch' }),
    )
  })
})

describe('validation data', () => {
  test('is added once, anyone who needs it', () => {
    const chunks = signAll(aPdf(), pki, { level: 'B-LT' })
    const known = validationData(pki)
    expect(addValidationData(chunks, { ...known, ocsps: [] }).length).toBe(0)
    const more = Buffer.from(
      addValidationData(chunks, { ...known, ocsps: [], crls: [Buffer.from('300100', 'hex')] }),
    )
    expect(more.toString('latin1').match(/stream\n/g)?.length).toBe(2) // one that begins and ends
  })
})
