import { describe, expect, test } from 'vitest'
import { aPki, aTimestampToken, daysFromNow } from './cms/testing/sample-authority.ts'
import { placeSignatureFields } from './place-fields.ts'
import { prepareDocumentTimestamp } from './prepare.ts'
import { embedSignature } from './contents-placeholder.ts'
import { aPdf, appendRevision, streamObject } from './testing/pdf-builder.ts'
import { joined, signAll, signField, validationData } from './testing/ceremony.ts'
import { validatePdf } from './validate.ts'
import { addValidationData } from './validation-data.ts'

const pki = aPki()
const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
const first = (bytes: Uint8Array | readonly Uint8Array[], given = policy) =>
  validatePdf(bytes, given).signatures[0]

describe('a signature that holds', () => {
  test.each(['B-T', 'B-LT', 'B-LTA'] as const)('is told to be of level %s', (level) => {
    expect(first(signAll(aPdf(), pki, { level }))?.level).toBe(level)
  })

  test('without a timestamp is B-B', () => {
    expect(first(signAll(aPdf(), pki, { level: 'B-B' }))).toMatchObject({
      level: 'B-B',
      changesAfter: [],
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
      const { overall, signatures } = validatePdf(signAll(aPdf({ style }), pki, { fields }), policy)
      expect(overall).toBe('TOTAL_PASSED')
      expect(
        signatures.map(({ field, changesAfter }) => [field, changesAfter.map(({ kind }) => kind)]),
      ).toEqual([
        ['Anna', ['document_timestamp_added', 'signature_added', 'validation_data_added']],
        ['Ben', ['document_timestamp_added', 'validation_data_added']],
        ['Timestamp', []],
      ])
      expect(signatures.map(({ revision, withReservation }) => [revision, withReservation])).toEqual([
        [3, false],
        [4, false],
        [6, false],
      ])
    },
  )

  test('is the only one in the report where only its field is asked about', () => {
    const fields = ['Anna', 'Ben'].map((name) => ({ name, page: 0, rect: null }))
    const bytes = signAll(aPdf(), pki, { fields })
    const { signatures } = validatePdf(bytes, { ...policy, only: ['Anna'] })
    expect(signatures).toMatchObject([{ field: 'Anna', indication: 'TOTAL_PASSED' }])
  })

  test('names its signer and both of its times', () => {
    const signature = first(signAll(aPdf(), pki))
    expect(signature).toMatchObject({
      signer: { displayName: 'Anna Muster', names: { organization: 'Example AG' } },
      subFilter: 'ETSI.CAdES.detached',
      indication: 'TOTAL_PASSED',
    })
    expect(signature?.timestampAt?.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(signature?.signedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })

  test('stays valid after its certificate has expired, because of its timestamps', () => {
    const bytes = signAll(aPdf(), pki)
    expect(first(bytes, { ...policy, at: daysFromNow(300) })?.indication).toBe('TOTAL_PASSED')
  })
})

describe('a signature that does not hold', () => {
  test('over other bytes is a hash failure', () => {
    const bytes = joined(signAll(aPdf(), pki, { level: 'B-T' }))
    bytes.write('Agreemenx', bytes.indexOf('Agreement'), 'latin1')
    expect(first(bytes)).toMatchObject({
      indication: 'TOTAL_FAILED',
      subIndication: 'HASH_FAILURE',
      level: null,
    })
  })

  test('with a byte range that leaves out more than the signature is a format failure', () => {
    const bytes = joined(signAll(aPdf(), pki, { level: 'B-T' }))
    const [whole = '', contentsStart = '0'] = /\/ByteRange \[0 (\d+)/.exec(bytes.toString('latin1')) ?? []
    bytes.write(
      whole.replace(contentsStart, String(Number(contentsStart) - 1)),
      bytes.indexOf(whole),
      'latin1',
    )
    expect(first(bytes)).toMatchObject({ indication: 'TOTAL_FAILED', subIndication: 'FORMAT_FAILURE' })
  })

  test('by an unknown authority is indeterminate', () => {
    const signature = first(signAll(aPdf(), pki), { anchors: [aPki().root.certificate.raw], at: new Date() })
    expect(signature).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
    })
  })

  test('by a revoked certificate may have been made after that', () => {
    const chunks = signAll(aPdf(), pki, { level: 'B-B' })
    chunks.push(addValidationData(chunks, validationData(pki, { revoked: true })))
    expect(first(chunks, { ...policy, at: daysFromNow(0.5) })).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'REVOKED_NO_POE',
    })
  })

  test('without a word on revocation is indeterminate', () => {
    const signature = first(signAll(aPdf(), pki, { level: 'B-T' }))
    expect(signature).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'TRY_LATER' })
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
    indication: 'TOTAL_FAILED',
    subIndication: 'FORMAT_FAILURE',
    errors: expect.arrayContaining([{ code: 'changed_after_signing' }]),
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
    expect(validatePdf(hidden, policy).overall).not.toBe('TOTAL_PASSED')
  })

  test('by one more signature in a field of its own stays valid', () => {
    const chunks: Uint8Array[] = [signed]
    chunks.push(placeSignatureFields(chunks, [{ name: 'Late', page: 0, rect: null }]))
    chunks.push(signField(chunks, pki, 'Late'))
    expect(validatePdf(chunks, policy)).toMatchObject({ overall: 'TOTAL_PASSED', signatures: { length: 3 } })
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
    const own = validatePdf(chunks, policy).signatures.find(({ field }) => field === 'Own')
    return own?.changesAfter.every(({ permitted }) => permitted) ? 'permitted' : own?.indication
  }
  const signOther = (chunks: Uint8Array[]) => signField(chunks, pki, 'Other')
  const stamp = (chunks: Uint8Array[]) => {
    const prepared = prepareDocumentTimestamp(chunks)
    return embedSignature(prepared, aTimestampToken(pki.timestamper, prepared.digest))
  }

  test.each([
    ['without a lock, another field', withFields(), signOther, 'permitted'],
    ['that locks all fields, another field', withFields('/Lock<</Action/All>>'), signOther, 'TOTAL_FAILED'],
    [
      'that locks that field',
      withFields('/Lock<</Action/Include/Fields[(Other)]>>'),
      signOther,
      'TOTAL_FAILED',
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
  expect(validatePdf(bytes, policy)).toMatchObject({
    overall: 'INDETERMINATE',
    withReservation: false,
    file: { problem },
    signatures: [],
  })
})

test('a file without signatures is not signed', () => {
  expect(validatePdf(aPdf(), policy)).toMatchObject({ overall: 'NO_SIGNATURE', signatures: [] })
})
