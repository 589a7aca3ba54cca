import { describe, expect, test } from 'vitest'
import { aPki, aTimestampToken, daysFromNow } from './cms/testing/sample-authority.ts'
import { placeSignatureFields } from './place-fields.ts'
import { prepareDocumentTimestamp } from './prepare.ts'
import { embedSignature } from './signature-hole.ts'
import { aPdf, appendRevision, streamObject } from './testing/pdf-builder.ts'
import { joined, signAll, signField, validationData } from './testing/ceremony.ts'
import { validate } from './validate.ts'
import { addValidationData } from './validation-data.ts'

const pki = aPki()
const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
const first = (bytes: Uint8Array | readonly Uint8Array[], given = policy) =>
  validate(bytes, given).signatures[0]

describe('a signature that holds', () => {
  test.each(['B-T', 'B-LT', 'B-LTA'] as const)('is told to be of level %s', (level) => {
    expect(first(signAll(aPdf(), pki, { level }))?.level).toBe(level)
  })

  test('without a timestamp is B-B', () => {
    expect(first(signAll(aPdf(), pki, { level: 'B-B' }))).toMatchObject({
      level: 'B-B',
      laterChanges: 'none',
    })
  })

  test.each(['table', 'stream', 'object_streams', 'hybrid'] as const)(
    'of two signers is valid in a file with %s, the archive timestamp too',
    (style) => {
      const fields = ['Anna', 'Ben'].map((name, i) => ({
        name,
        page: 0,
        rect: i ? { x: 9, y: 9, width: 80, height: 30 } : null,
      }))
      const { status, signatures } = validate(signAll(aPdf({ style }), pki, { fields }), policy)
      expect(status).toBe('valid')
      expect(signatures.map(({ fieldName, laterChanges }) => [fieldName, laterChanges])).toEqual([
        ['Anna', 'permitted'],
        ['Ben', 'permitted'],
        ['Timestamp', 'none'],
      ])
    },
  )

  test('names its signer and both of its times', () => {
    const signature = first(signAll(aPdf(), pki))
    expect(signature).toMatchObject({
      signerName: 'Anna Muster',
      subFilter: 'ETSI.CAdES.detached',
      status: 'valid',
    })
    expect(signature?.timestampTime?.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(signature?.claimedTime?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })

  test('stays valid after its certificate has expired, because of its timestamps', () => {
    const bytes = signAll(aPdf(), pki)
    expect(first(bytes, { ...policy, at: daysFromNow(300) })?.status).toBe('valid')
  })
})

describe('a signature that does not hold', () => {
  test('over other bytes is a hash failure', () => {
    const bytes = joined(signAll(aPdf(), pki, { level: 'B-T' }))
    bytes.write('Agreemenx', bytes.indexOf('Agreement'), 'latin1')
    expect(first(bytes)).toMatchObject({ status: 'invalid', subIndication: 'hash_failure', level: null })
  })

  test('with a byte range that leaves out more than the signature is a format failure', () => {
    const bytes = joined(signAll(aPdf(), pki, { level: 'B-T' }))
    const [whole = '', holeStart = '0'] = /\/ByteRange \[0 (\d+)/.exec(bytes.toString('latin1')) ?? []
    bytes.write(whole.replace(holeStart, String(Number(holeStart) - 1)), bytes.indexOf(whole), 'latin1')
    expect(first(bytes)).toMatchObject({ status: 'invalid', subIndication: 'format_failure' })
  })

  test('by an unknown authority is indeterminate', () => {
    const signature = first(signAll(aPdf(), pki), { anchors: [aPki().root.certificate.raw], at: new Date() })
    expect(signature).toMatchObject({ status: 'indeterminate', subIndication: 'no_certificate_chain_found' })
  })

  test('by a revoked certificate is invalid', () => {
    const chunks = signAll(aPdf(), pki, { level: 'B-B' })
    chunks.push(addValidationData(chunks, validationData(pki, { revoked: true })))
    expect(first(chunks, { ...policy, at: daysFromNow(0.5) })).toMatchObject({
      status: 'invalid',
      subIndication: 'revoked',
    })
  })

  test('without a word on revocation is indeterminate', () => {
    const signature = first(signAll(aPdf(), pki, { level: 'B-T' }))
    expect(signature).toMatchObject({ status: 'indeterminate', subIndication: 'revocation_unknown' })
  })
})

/** The newest catalogue with a script that runs on opening. */
function withAction(bytes: Buffer): string {
  const catalog = [...bytes.toString('latin1').matchAll(/\n1 0 obj\n<<(.*)>>\nendobj/g)].at(-1)?.[1] ?? ''
  return `<<${catalog}/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>`
}

describe('a file changed after signing', () => {
  const signed = joined(signAll(aPdf({ page: '/Annots 50 0 R/Metadata 5 0 R', objects: { 50: '[]' } }), pki))
  const changed = {
    status: 'invalid',
    subIndication: 'changed_after_signing',
    laterChanges: 'changed_after_signing',
  }

  test.each([
    ['the content of a page', { 3: streamObject('BT ET') }],
    ['a page', { 10: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>' }],
    ['the page tree', { 2: '<</Type/Pages/Count 0/Kids[]>>' }],
    ['an annotation on a page', { 50: '[900 0 R]', 900: '<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]>>' }],
    ['an object that was referred to but missing', { 5: streamObject('shadow') }],
    ['the catalogue', { 1: withAction(signed) }],
    ['a font', { 4: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' }],
  ])('in %s is told so', (_, objects) => {
    expect(first(appendRevision(signed, objects))).toMatchObject(changed)
  })

  test('by a revision that hides the signed one is told so', () => {
    const hidden = appendRevision(signed, { 3: streamObject('BT ET') })
    const text = hidden.toString('latin1')
    const firstXref = /startxref\s+(\d+)/.exec(text)?.[1] ?? ''
    const at = text.lastIndexOf('/Prev ')
    const digits = /\/Prev (\d+)/.exec(text.slice(at))?.[1] ?? ''
    hidden.write(firstXref.padEnd(digits.length), at + 6, 'latin1')
    expect(validate(hidden, policy).status).not.toBe('valid')
  })

  test('by one more signature in a field of its own stays valid', () => {
    const chunks: Uint8Array[] = [signed]
    chunks.push(placeSignatureFields(chunks, [{ name: 'Late', page: 0, rect: null }]))
    chunks.push(signField(chunks, pki, 'Late'))
    expect(validate(chunks, policy)).toMatchObject({ status: 'valid', signatures: { length: 3 } })
  })
})

describe('after a signature that allows no more', () => {
  const own = (lock = '') => `<</Type/Annot/Subtype/Widget/FT/Sig/T(Own)/Rect[0 0 9 9]${lock}>>`
  const withFields = (lock = '') =>
    aPdf({
      page: '/Annots[60 0 R 61 0 R]',
      catalog: '/AcroForm<</Fields[60 0 R 61 0 R]/SigFlags 3>>',
      objects: { 60: own(lock), 61: own().replace('Own', 'Other') },
    })

  /** Signs Own, then Other, and gives what the validator says of Own. */
  const firstOf = (base: Buffer, work: (chunks: Uint8Array[]) => Uint8Array) => {
    const chunks: Uint8Array[] = [base]
    chunks.push(signField(chunks, pki, 'Own'))
    chunks.push(work(chunks))
    return validate(chunks, policy).signatures.find(({ fieldName }) => fieldName === 'Own')?.laterChanges
  }
  const signOther = (chunks: Uint8Array[]) => signField(chunks, pki, 'Other')
  const stamp = (chunks: Uint8Array[]) => {
    const prepared = prepareDocumentTimestamp(chunks)
    return embedSignature(prepared, aTimestampToken(pki.timestamper, prepared.digest))
  }

  test.each([
    ['without a lock, another field', withFields(), signOther, 'permitted'],
    [
      'that locks all fields, another field',
      withFields('/Lock<</Action/All>>'),
      signOther,
      'changed_after_signing',
    ],
    [
      'that locks that field',
      withFields('/Lock<</Action/Include/Fields[(Other)]>>'),
      signOther,
      'changed_after_signing',
    ],
    [
      'that locks all but that field',
      withFields('/Lock<</Action/Exclude/Fields[(Other)]>>'),
      signOther,
      'permitted',
    ],
    [
      'that locks all fields, a document timestamp',
      withFields('/Lock<</Action/All/P 1>>'),
      stamp,
      'permitted',
    ],
  ])('%s', (_, base, work, expected) => {
    expect(firstOf(base, work)).toBe(expected)
  })
})

test.each([
  ['no PDF at all', Buffer.from('hello'), 'not_a_pdf'],
  ['a PDF that is only a header', Buffer.from('%PDF-1.7\n'), 'damaged'],
  ['an encrypted file', aPdf({ trailer: '/Encrypt<<>>' }), 'encrypted'],
])('%s is told to be so', (_, bytes, problem) => {
  expect(validate(bytes, policy)).toEqual({ status: 'indeterminate', problem, signatures: [] })
})

test('a file without signatures is not signed', () => {
  expect(validate(aPdf(), policy)).toEqual({ status: 'not_signed', signatures: [] })
})
