import { describe, expect, test } from 'vitest'
import { inspect } from '../inspect.ts'
import { prepareSignature } from '../prepare.ts'
import { refusal } from '../refusal.ts'
import { aPdf } from '../testing/pdf-builder.ts'

// Signature fields of other producers: which are offered, and what a signature in them must be.

const request = { fieldName: 'Anna', signerName: 'Anna Muster', time: new Date() }

/** A file with one empty signature field, certified or not. */
function withField(field: string, { isCertified = false } = {}): Buffer {
  const certified = '/Perms<</DocMDP 70 0 R>>'
  return aPdf({
    page: '/Annots[60 0 R]',
    catalog: `/AcroForm<</Fields[60 0 R]/SigFlags 3>>${isCertified ? certified : ''}`,
    objects: {
      60: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Anna)/P 10 0 R/Rect[0 0 90 30]${field}>>`,
      70: '<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P 2>>>>]>>',
      71: '<</Type/OCG/Name(Layer)>>',
    },
  })
}

const offered = (field: string): string[] =>
  inspect(withField(field)).emptySignatureFields.map(({ name }) => name)
const seed = (entries: string): string => `/SV<</Type/SV${entries}>>`

test.each([
  ['that is hidden', '/F 2'],
  ['that is not shown on screen', '/F 36'],
  ['in a layer', '/F 4/OC 71 0 R'],
])('a signature field %s is not offered, and a document that has no other is refused', (_, field) => {
  expect(offered(field)).toEqual([])
  expect(refusal(inspect(withField(field)))).toBeNull()
  expect(refusal(inspect(withField(field, { isCertified: true })))).toBe('certified_hidden_field')
})

test('a signature field without a size is offered: nobody was meant to see it', () => {
  const base = aPdf({
    page: '/Annots[60 0 R]',
    catalog: '/AcroForm<</Fields[60 0 R]>>',
    objects: { 60: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Anna)/F 130/Rect[0 0 0 0]>>' },
  })
  expect(inspect(base).emptySignatureFields).toMatchObject([{ name: 'Anna', rect: null }])
})

describe('a field that requires', () => {
  test.each([
    [
      'a signature as we make it',
      '/Ff 71/Filter/Adobe.PPKLite/SubFilter[/adbe.pkcs7.detached/ETSI.CAdES.detached]/V 2/DigestMethod[(SHA1)(SHA256)]',
    ],
    ['no reason', '/Ff 8/Reasons[(.)]'],
    ['no revocation data in the signature itself', '/Ff 32/AddRevInfo false'],
    ['that the document is not locked', '/Ff 128/LockDocument/auto'],
    ['a timestamp', '/TimeStamp<</URL(https://tsa.example)/Ff 1>>'],
    ['no certification', '/MDP<</P 0>>'],
    [
      'nothing, and prefers another format',
      '/SubFilter[/adbe.pkcs7.sha1]/DigestMethod[(SHA1)]/Reasons[(Approved)]/AddRevInfo true/Cert<</Issuer[(x)]>>',
    ],
  ])('%s is offered and signed', (_, entries) => {
    expect(offered(seed(entries))).toEqual(['Anna'])
    expect(prepareSignature(withField(seed(entries)), request).digest).toHaveLength(32)
  })

  test.each([
    ['another signature handler', '/Ff 1/Filter/Entrust.PPKEF', 'Filter'],
    ['another format', '/Ff 2/SubFilter[/adbe.pkcs7.detached]', 'SubFilter'],
    ['rules that are not known', '/Ff 4/V 9', 'V'],
    ['one of several reasons', '/Ff 8/Reasons[(Approved)(Read)]', 'Reasons'],
    ['a legal attestation', '/Ff 16/LegalAttestation[(None)]', 'LegalAttestation'],
    ['revocation data in the signature itself', '/Ff 32/AddRevInfo true', 'AddRevInfo'],
    ['another digest', '/Ff 64/DigestMethod[(SHA512)]', 'DigestMethod'],
    ['that the document is locked', '/Ff 128/LockDocument/true', 'LockDocument'],
    ['an appearance of its own', '/Ff 256/AppearanceFilter(Stamp)', 'AppearanceFilter'],
    ['a certification', '/MDP<</P 2>>', 'MDP'],
    ['a certificate of some issuer', '/Cert<</Type/SVCert/Ff 2/Issuer[(x)]>>', 'Cert'],
  ])('%s is not offered, nor signed', (_, entries, key) => {
    expect(offered(seed(entries))).toEqual([])
    expect(refusal(inspect(withField(seed(entries), { isCertified: true })))).toBe('certified_seed_value')
    expect(() => prepareSignature(withField(seed(entries)), request)).toThrow(
      expect.objectContaining({
        code: 'seed_value_unmet',
        field: 'Anna',
        message: expect.stringContaining(key) as unknown,
      }),
    )
  })

  test('a reason is signed with that reason alone', () => {
    const base = withField(seed('/Ff 8/Reasons[(Approved)]'))
    const sign = (reason: string) => () => prepareSignature(base, { ...request, reason })
    expect(sign('Approved')).not.toThrow()
    expect(sign('Read')).toThrow(expect.objectContaining({ code: 'seed_value_unmet' }))
  })

  test('no reason, or no certification, is not signed with one', () => {
    const none = withField(seed('/Ff 8/Reasons[(.)]/MDP<</P 0>>'))
    for (const more of [{ reason: 'Approved' }, { certify: 2 } as const])
      expect(() => prepareSignature(none, { ...request, ...more })).toThrow(
        expect.objectContaining({ code: 'seed_value_unmet' }),
      )
  })

  test('a certification is certified as it asks', () => {
    const base = withField(seed('/MDP<</P 2>>'))
    expect(prepareSignature(base, { ...request, certify: 2 }).digest).toHaveLength(32)
  })
})
