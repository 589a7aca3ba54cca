import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPki } from '../cms/testing/sample-authority.ts'
import { rc4 } from '../encryption/rc4.ts'
import { aCms, validationData } from '../testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from '../testing/pdf-builder.ts'
import { aSignatureDictionary, aWidget, signRevision } from '../testing/raw-signature.ts'
import { validatePdf } from '../validate.ts'

const pki = aPki()
const md5 = (...parts: Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()
// ISO 32000-2 §7.6.4.3: the padding that stands for no password, and a key of 40 bits made with it.
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const owner = Buffer.alloc(32, 7)
const id = Buffer.alloc(16, 1)
const key = md5(padding, owner, Buffer.from([0xfc, 0xff, 0xff, 0xff]), id).subarray(0, 5)
const user = Buffer.from(rc4(key, padding))
const trailer = `/ID[<${id.toString('hex')}><${id.toString('hex')}>]/Encrypt<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${owner.toString('hex')}>/U<${user.toString('hex')}>>>`

const enciphered = (num: number, data: Uint8Array | string): Buffer => {
  const object = Buffer.from([num & 0xff, num >> 8, 0, 0, 0])
  return Buffer.from(rc4(md5(key, object).subarray(0, 10), Buffer.from(data)))
}
const field = (num: number, value = ''): string =>
  aWidget('').replace('/T()', `/T<${enciphered(num, 'Own').toString('hex')}>`) + `/FT/Sig${value}>>`
const base = aPdf({
  page: '/Annots[60 0 R]',
  catalog: '/AcroForm<</Fields[60 0 R]/SigFlags 3>>',
  objects: { 3: streamObject(enciphered(3, 'BT (Agreement) Tj ET')), 60: field(60) },
  trailer,
})
const dictionary = aSignatureDictionary().replace(
  /\/M\((.*?)\)/,
  (_, date: string) => `/M<${enciphered(70, date).toString('hex')}>`,
)
const signed = signRevision(
  base,
  { 60: field(60, '/V 70 0 R'), 70: dictionary },
  (digest) => aCms(pki, digest),
  { trailer },
)
const policy = { anchors: [pki.root.certificate.raw], cache: validationData(pki), at: new Date() }

test('an encrypted file that takes no password is validated', () => {
  expect(validatePdf(signed, policy)).toMatchObject({
    overall: 'TOTAL_PASSED',
    withReservation: false,
    signatures: [{ field: 'Own', signer: { displayName: 'Anna Muster' }, coversWholeFile: true }],
  })
})

test.each([
  ['changed content', { 3: streamObject(enciphered(3, 'BT ET')) }, 'TOTAL_FAILED'],
  ['an object nobody uses', { 900: '<<>>' }, 'TOTAL_PASSED'],
])('with %s after the signature', (_, objects, expected) => {
  expect(validatePdf(appendRevision(signed, objects, trailer), policy).overall).toBe(expected)
})

test('with another encryption after the signature it is not what was signed', () => {
  const other = trailer.replace('/P -4', '/P -5')
  expect(validatePdf(appendRevision(signed, { 900: '<<>>' }, other), policy).overall).not.toBe('TOTAL_PASSED')
})

test('one that takes a password is told to be so', () => {
  const locked = Buffer.from(
    signed.toString('latin1').replaceAll(`/U<${user.toString('hex')}`, `/U<${'00'.repeat(32)}`),
    'latin1',
  )
  expect(validatePdf(locked, policy)).toMatchObject({
    overall: 'INDETERMINATE',
    file: { problem: 'encrypted' },
  })
})
